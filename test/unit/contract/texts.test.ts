import { expect, it } from 'vitest';
import type * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';

/** A text field anywhere in a request. */
interface Text {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** The parts of a schema, by zod's documented structure. */
interface Def {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

function textsIn(schema: z.ZodType | undefined, path: string, above: ReadonlySet<z.ZodType> = new Set()): Text[] {
  if (schema === undefined || above.has(schema)) return [];
  const def = schema._zod.def as unknown as Def;
  // A converted text is checked together with its conversion.
  const isText = def.type === 'pipe' && /^(string|union|pipe)$/.test(def.in?._zod.def.type ?? '');
  if (def.type === 'string' || isText) return [{ path, schema }];
  const below = new Set([...above, schema]);
  const parts: [string, z.ZodType | undefined][] = [
    ...Object.entries(def.shape ?? {}).map(([name, part]): [string, z.ZodType] => [`.${name}`, part]),
    ['[]', def.element],
    ['', def.innerType],
    ...(def.options ?? []).map((option): [string, z.ZodType] => ['', option]),
    // The names of MCP servers are checked with their servers.
    ['{name}', path.endsWith('mcp_config') ? undefined : def.keyType],
    ['{}', def.valueType],
    ...[def.left, def.right, def.in, def.out, def.getter?.()].map((part): [string, z.ZodType | undefined] => [
      '',
      part,
    ]),
  ];
  return parts.flatMap(([name, part]) => textsIn(part, `${path}${name}`, below));
}

const all: readonly Endpoint[] = endpoints;
const texts = all
  .filter(({ access }) => access !== 'sandbox')
  .flatMap(({ id, params, query, body }) => [
    ...textsIn(params, `${id} path`),
    ...textsIn(query, `${id} query`),
    ...textsIn(body, `${id} body`),
  ]);

const passing = (probes: readonly string[], among: readonly Text[] = texts) =>
  among
    .filter(({ schema }) => probes.some((probe) => schema.safeParse(probe).success))
    .map(({ path }) => path)
    .toSorted();

it('each text field of a request body refuses lone surrogates', () => {
  const inBodies = texts.filter(({ path }) => path.includes(' body'));

  expect(inBodies.length).toBeGreaterThan(100);
  expect(passing(['ab\ud800', '\udc00ab', 'a\ud800b'], inBodies)).toEqual([]);
});

it('each text that callers send refuses NUL', () => {
  expect(passing(['a\0b'])).toEqual([]);
});

it('each name, title, label and id is one line, without control characters', () => {
  const names = texts.filter(({ path }) =>
    /(name|title|label|_id|\bid|branch|repository|ref|model|\{name\})$/.test(path),
  );

  expect(names.length).toBeGreaterThan(100);
  expect(passing(['a\nb', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\u202eb'], names)).toEqual([]);
});
