import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleRequests } from '../../../../../infra/docs/openapi/example-requests.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../docs/openapi.json'), 'utf8'));

const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

/** The examples of requests: what a reader of the reference sends with one click. */
const sent = operations.flatMap(({ operationId, requestBody }) =>
  Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]) =>
    example === undefined || type === 'application/octet-stream' ? [] : [[operationId, example] as const],
  ),
);

/** Every member of an example, at any depth. */
function membersOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name, inner] as const, ...membersOf(inner)]);
}

/** Operations that only create, so that a key or value in their example replaces nothing. */
const creating = ['accept-invitation', 'create-provider-connection', 'create-secret', 'create-legacy-secret'];

describe('the examples that the reference sends', () => {
  it('are written by hand for every operation with a JSON or form body', () => {
    expect(sent.map(([id]) => id).filter((id) => !Object.hasOwn(exampleRequests, id))).toEqual([]);
    const known = operations.map(({ operationId }) => operationId);
    expect(Object.keys(exampleRequests).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('fill in no optional header, such as one Idempotency-Key for every request', () => {
    const filled = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .map((one) => ('$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one))
        .filter((one) => one?.in === 'header' && !one.required && (one.example ?? one.examples) !== undefined)
        .map((one) => `${operationId}: ${one?.name}`),
    );
    expect(filled).toEqual([]);
  });

  it.each(sent)('%s does no harm', (id, example) => {
    const members = membersOf(example);
    const valuesOf = (name: string) => members.filter(([one]) => one === name).map(([, value]) => value);
    for (const seconds of valuesOf('overlap_seconds')) expect(seconds).toBeGreaterThanOrEqual(3_600);
    for (const limits of valuesOf('limits')) expect(limits).toEqual({});
    // A low budget would pause what runs.
    for (const budget of valuesOf('monthly_limit')) expect(budget).toBeGreaterThanOrEqual(10_000);
    expect(valuesOf('overwrite')).not.toContain(true);
    expect(valuesOf('enabled')).not.toContain(false);
    if (!creating.includes(id)) {
      const replaced = ['api_key', 'token', 'value', 'base_url', 'host'].flatMap(valuesOf);
      expect(replaced.filter((value) => value !== '')).toEqual([]);
    }
    // Repositories and specs of a sample do not exist, so that the start would fail. A prebuild must name one: this one
    // exists for examples.
    const named = ['selected_repository', 'repository', 'sandbox_spec_id'].flatMap(valuesOf);
    expect(named).toEqual(id === 'create-prebuild' ? ['octocat/Hello-World'] : []);
  });
});
