import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/* Responses by the committed document alone: a schema of the service's own code would hide a common mistake. */

interface Described {
  /** The status of the success, or of the requested failure. */
  readonly status: number;
  readonly contentType: string;
  readonly schema: z.ZodType;
}

type Json = Readonly<Record<string, unknown>>;
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
}

const { paths, components } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8').replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  ),
) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: { readonly schemas: Json; readonly responses?: Readonly<Record<string, Response>> };
};

const responses = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
      operation.responses,
    ]),
  ),
);

const described = new Map<string, Described>();

/** @param status of a failure; the success by default. @throws when the document does not have the response */
export function describedResponse(route: string, status?: number): Described {
  const key = `${route} ${status}`;
  const known = described.get(key) ?? read(route, status);
  described.set(key, known);
  return known;
}

function read(route: string, status: number | undefined): Described {
  const all = responses.get(route);
  if (!all) throw new Error(`docs/openapi.json does not describe ${route}.`);
  const named = status === undefined ? Object.keys(all).find((one) => one.startsWith('2')) : String(status);
  const found = named === undefined ? undefined : (all[named] ?? all.default);
  if (!found) throw new Error(`docs/openapi.json does not describe the response ${status ?? '2xx'} of ${route}.`);
  const { content = {} } = found.$ref ? (components.responses?.[found.$ref.split('/').at(-1) ?? ''] ?? {}) : found;
  const [[contentType, { schema }] = ['', { schema: undefined }]] = Object.entries(content);
  return {
    status: Number(named),
    contentType,
    schema: schema ? z.fromJSONSchema({ ...schema, $defs: components.schemas } as never) : z.unknown(),
  };
}
