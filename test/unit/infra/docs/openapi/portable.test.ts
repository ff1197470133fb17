import { expect, it } from 'vitest';
import { openapi } from '../../../../../infra/docs/openapi/document.ts';

/** What generators of clients and validators in other languages cannot read. docs/clients.md tells how to run them. */

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Schema {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly not?: { readonly enum?: readonly string[] };
  readonly anyOf?: readonly Schema[];
  readonly properties?: object;
}

const document = JSON.parse(JSON.stringify(openapi())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Every value in the document with its place, except in examples. */
function* valuesIn(value: unknown, place: readonly string[] = []): Generator<[readonly string[], unknown]> {
  yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    if (!['example', 'examples'].includes(name)) yield* valuesIn(inner, [...place, name]);
}
const values = [...valuesIn(document)];

it('patterns are without Unicode classes and lookbehinds, which Python and Rust do not have', () => {
  const patterns = values.flatMap(([place, value]) => (place.at(-1) === 'pattern' ? [String(value)] : []));

  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter((pattern) => /\\[pP]\{|\\u\{|\(\?<|\\[cC]/.test(pattern))).toEqual([]);
  expect(patterns.filter((pattern) => !isRegularExpression(pattern))).toEqual([]);
});

function isRegularExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    return false;
  }
}

it('no field has the schema false, which generators take for an error', () => {
  const ofFields = values.filter(([place, value]) => typeof value === 'boolean' && place.at(-2) === 'properties');
  expect(ofFields.map(([place]) => place.join('/'))).toEqual([]);
});

it('the forms of a body are components, as nested ones are lost', () => {
  const nested = operations.flatMap(({ operation: { operationId, requestBody } }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema: { $ref = '' } }) => {
      const { anyOf = [], properties } = document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {};
      return !properties && anyOf.some((form) => form.properties) ? [operationId] : [];
    }),
  );
  expect(nested).toEqual([]);
});

it('operations have names that import, and bodies of one type', () => {
  const keywords = new Set(['import', 'from', 'global', 'class', 'def', 'del', 'pass', 'return', 'lambda', 'async']);
  for (const { operation } of operations) {
    for (const name of [operation.operationId, ...operation.tags]) {
      expect(name).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
      expect(keywords.has(name)).toBe(false);
    }
    expect(Object.keys(operation.requestBody?.content ?? {}).length, operation.operationId).toBeLessThan(2);
  }
  const ids = operations.map(({ operation }) => operation.operationId.replaceAll('-', '_'));
  expect(new Set(ids).size).toBe(ids.length);
});

it('no URL matches two paths with the same method', () => {
  const ambiguous = operations.flatMap((one, index) =>
    operations
      .slice(index + 1)
      .filter((other) => one.method === other.method && meet(one, other))
      .map((other) => `${one.method} ${one.path} ${other.path}`),
  );
  expect(ambiguous).toEqual([]);
});

type Located = (typeof operations)[number];

function meet(one: Located, other: Located): boolean {
  const [segments, others] = [one.path.split('/'), other.path.split('/')];
  if (segments.length !== others.length) return false;
  return segments.every(
    (segment, at) => canBe(one, segment, others[at] ?? '') && canBe(other, others[at] ?? '', segment),
  );
}

/** Whether a segment of a path can have the text of another path there. */
function canBe({ operation }: Located, segment: string, text: string): boolean {
  if (text.startsWith('{')) return true;
  if (!segment.startsWith('{')) return segment === text;
  const parameter = operation.parameters?.find(({ name }) => `{${name}}` === segment);
  const { pattern = '', not = {} } = parameter?.schema ?? {};
  return new RegExp(pattern, 'u').test(text) && !not.enum?.includes(text);
}
