import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { EVENT_STREAM } from '../../shared/platform/event-stream.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');
const FILE = join(import.meta.dirname, '../../shared/client/api-types.ts');

interface Operation {
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The document without deprecated operations, and with one type for all failures. */
function forClients({ paths, webhooks: _, components, ...rest }: Document & { readonly webhooks?: unknown }): Document {
  const operations = Object.entries(paths).map(([path, item]) => {
    const current = Object.entries(item).filter(([, { deprecated }]) => !deprecated);
    return [path, Object.fromEntries(current.map(([method, one]) => [method, briefly(one)]))] as const;
  });
  const { schemas = {}, responses = {}, parameters = {}, headers = {} } = components;
  return {
    ...rest,
    paths: Object.fromEntries(operations.filter(([, item]) => Object.keys(item).length > 0)),
    components: { schemas, responses: { OtherFailure: responses.OtherFailure }, parameters, headers },
  };
}

function briefly({ responses, ...rest }: Operation): Operation {
  const kept = Object.entries(responses)
    .filter(([status]) => /^2|default/.test(status))
    .map(([status, { headers: _, ...response }]) => [status, { ...response, ...withoutStreams(response) }] as const);
  return { ...rest, responses: Object.fromEntries(kept) };
}

/** A client reads a stream of events as a stream. As a second type of the response, it would be in the way of JSON. */
function withoutStreams({ content }: { readonly content?: unknown }): object {
  if (typeof content !== 'object' || content === null) return {};
  const { [EVENT_STREAM]: _, ...kept } = content as Readonly<Record<string, unknown>>;
  return { content: kept };
}

/** Removes examples, which would be half of the file. The reference shows them. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, inner]) => !isExample(name, inner));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutExamples(inner)]));
}

/** A property of a schema can be named `example` too; its value is a schema, with a type or a reference. */
function isExample(name: string, value: unknown): boolean {
  const isSchema = typeof value === 'object' && value !== null && ('type' in value || '$ref' in value);
  return (name === 'example' || name === 'examples') && !isSchema;
}

function idempotentPaths({ paths }: Document): readonly string[] {
  const takesKey = ({ parameters = [] }: Operation) =>
    parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
  return Object.entries(paths).flatMap(([path, { post }]) => (post && takesKey(post) ? [path] : []));
}

/** The scope that each operation requires, by method and path. */
function requiredScopes({ paths }: Document): readonly (readonly [operation: string, scope: string])[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { security = [] }]) => {
      const scope = security.flatMap(({ sessionApiKey = [] }) => sessionApiKey)[0];
      return scope === undefined ? [] : [[`${method.toUpperCase()} ${path}`, scope] as const];
    }),
  );
}

async function clientTypes(): Promise<string> {
  const document = forClients(JSON.parse(await readFile(DOCUMENT, 'utf8')));
  const plain = withoutExamples(document);
  const types = astToString(
    await openapiTypes(plain as OpenAPI3, {
      alphabetize: false,
      defaultNonNullable: false,
      silent: true,
    }),
  );
  const paths = idempotentPaths(document).map((path) => `  ${JSON.stringify(path)},\n`);
  const scopes = requiredScopes(document).map((pair) => `  ${pair.map((text) => JSON.stringify(text)).join(': ')},\n`);
  return [
    '// Made by `npm run openapi` from docs/openapi.json. Do not change it by hand.\n\n',
    types,
    `\n/** The paths whose POST may be sent again under one Idempotency-Key. */\nexport const idempotentPaths: readonly string[] = [\n${paths.join('')}];\n`,
    `\n/** The scope that each operation asks of an API key. Others take any key, or none. */\nexport const requiredScopes = {\n${scopes.join('')}} as const;\n`,
  ].join('');
}

const text = await clientTypes();
const isCheck = process.argv.includes('--check');
if (isCheck && (await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  console.error('shared/client/api-types.ts is not current: run `npm run openapi` and commit it.');
  process.exitCode = 1;
} else if (!isCheck) await writeFile(FILE, text);
