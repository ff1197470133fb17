import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineEndpoint, type Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { fieldsOf, namedFields } from '../../../shared/contract/endpoint/named.ts';
import { endpoints } from '../../../shared/contract/index.ts';

const withKey = (endpoints as readonly Endpoint[]).filter(({ access }) => access === 'key');

/** Names of fields that hold ids of conversations, sandboxes, snapshots or start tasks, or ids of something unsaid. */
const NAMES = /(^|_)(conversation|sandbox|snapshot|start_task|task)_ids?(__\w+)?$|^(ids?|since)$/;

/** Fields of such names that hold something else, by their endpoint. */
const others: Readonly<Record<string, string>> = {
  'batch-get-conversation-events id': 'events of the conversation in the path',
  'batch-get-events id': 'events of the conversation in the query',
  'batch-get-sandbox-specs id': 'specs',
  'create-owner id': 'owners',
  'save-agent-profile id': 'agent profiles',
  'call-mcp id': 'a request of JSON-RPC, whose tools call other endpoints with the same credentials',
  'get-sandbox-logs since': 'a time',
  'get-sandbox-measurements since': 'a time',
};

function suspects(endpoint: Endpoint): readonly string[] {
  const fields = (['params', 'query', 'body'] as const).flatMap((part) => fieldsOf(endpoint[part]));
  return [...new Set(fields)].filter((field) => NAMES.test(field));
}

/** Such fields of endpoints that neither hide what is private nor hold something else. */
function uncovered(some: readonly Endpoint[]): readonly string[] {
  return some.flatMap((endpoint) => {
    const covered = new Set(namedFields(endpoint).map(({ field }) => field));
    return suspects(endpoint)
      .filter((field) => !covered.has(field) && !(`${endpoint.id} ${field}` in others))
      .map((field) => `${endpoint.id} ${field}`);
  });
}

/** Names of fields below the top level of a body, which the step around requests does not read. */
function nestedNames(schema: unknown, isTop = true, seen = new Set<unknown>()): readonly string[] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  seen.add(schema);
  const {
    innerType,
    element,
    options = [],
    in: input,
    out,
    valueType,
  } = schema.def as unknown as Record<string, unknown>;
  const parts = [innerType, element, input, out, valueType, ...(Array.isArray(options) ? options : [])];
  if (!(schema instanceof z.ZodObject)) return parts.flatMap((part) => nestedNames(part, isTop, seen));
  const own = isTop ? [] : Object.keys(schema.shape);
  return [...own, ...Object.values(schema.shape).flatMap((part) => nestedNames(part, false, seen))];
}

describe('requests that name what can be private to one person', () => {
  it('are all hidden from other members: add the field to `names` of its endpoint, or say here what it holds', () => {
    expect(uncovered(withKey)).toEqual([]);
    expect(withKey.filter((endpoint) => namedFields(endpoint).length > 0).length).toBeGreaterThan(80);
  });

  it('name it at the top level of their bodies only', () => {
    const nested = withKey.flatMap(({ id, body }) =>
      nestedNames(body)
        .filter((name) => NAMES.test(name) && name !== 'id')
        .map((name) => `${id} ${name}`),
    );

    expect(nested).toEqual([]);
  });

  it('are found when a new endpoint names one', () => {
    const endpoint = defineEndpoint(() => ({
      ...{ id: 'tidy', area: 'sandboxes', method: 'POST', path: '/api/v1/tidy', summary: 'Tidy' },
      ...{ access: 'key', scope: 'sandboxes:write', generation: 'v1', errors: [] },
      body: z.object({ ids: z.array(z.string()), sandbox_id: z.string() }),
      success: { status: 200, body: z.null() },
    })) as Endpoint;

    expect(uncovered([endpoint])).toEqual(['tidy ids']);
    expect(uncovered([{ ...endpoint, names: { ids: 'sandbox' } }])).toEqual([]);
  });

  it('have no exception that no endpoint needs', () => {
    const needed = withKey.flatMap((endpoint) => suspects(endpoint).map((field) => `${endpoint.id} ${field}`));

    expect(Object.keys(others).filter((one) => !needed.includes(one))).toEqual([]);
  });
});
