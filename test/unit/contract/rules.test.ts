import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';

const all = endpoints as readonly Endpoint[];
const idsOf = (some: readonly Endpoint[]) => some.map(({ id }) => id).sort();

/** A schema and all schemas it contains, each once. */
function partsOf(schema: unknown, seen = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return seen;
  seen.add(schema);
  const inner =
    schema instanceof z.ZodObject ? Object.values(schema.shape) : schema instanceof z.ZodType ? innerOf(schema) : [];
  for (const part of inner) partsOf(part, seen);
  return seen;
}

function innerOf(schema: z.ZodType): readonly unknown[] {
  const {
    innerType,
    element,
    options,
    in: input,
    valueType,
    left,
    right,
  } = schema.def as unknown as Record<string, unknown>;
  return [innerType, element, input, valueType, left, right, ...(Array.isArray(options) ? options : [])];
}

const objectsIn = (schema: unknown) => [...partsOf(schema)].filter((part) => part instanceof z.ZodObject);
const refusesUnknown = (object: z.ZodObject) => object.def.catchall instanceof z.ZodNever;

describe('unknown fields of bodies', () => {
  /** A misspelled limit, scope or expiry would grant more than intended, and a misspelled time announce at once. */
  const refused = [
    ...['create-key', 'create-owner', 'create-owner-key', 'invite-members', 'rotate-key', 'update-owner'],
    'create-announcement',
  ];
  /** Clients of the legacy generation know these refusals. */
  const refusedByLegacy = ['create-conversation', 'update-conversation'];
  /** An agent profile or an upload without a field that its owner sent would be different. */
  const refusedOfAgents = ['save-agent-profile', 'add-upload-part'];

  const withBody = all.filter(({ body }) => body !== undefined);
  const top = ({ body }: Endpoint) => objectsIn(body)[0];

  it('are ignored, except where one would restrict something', () => {
    const strict = withBody.filter((endpoint) => {
      const object = top(endpoint);
      return object !== undefined && refusesUnknown(object);
    });

    expect(idsOf(strict)).toEqual([...refused, ...refusedByLegacy, ...refusedOfAgents].sort());
  });

  it('are refused at every depth where they are refused at all', () => {
    for (const id of refused) {
      const objects = objectsIn(all.find((endpoint) => endpoint.id === id)?.body);

      expect(objects.length).toBeGreaterThan(0);
      expect([id, objects.filter((object) => !refusesUnknown(object))]).toEqual([id, []]);
    }
  });

  it('are ignored at every depth elsewhere, except in message parts, limits, and names of ports and sizes', () => {
    const strictOnes = [...refused, ...refusedByLegacy, ...refusedOfAgents];
    const others = withBody.filter(({ id }) => !strictOnes.includes(id));
    const strict = others.flatMap(({ id, body }) =>
      objectsIn(body)
        .filter(refusesUnknown)
        .map((object) => `${id}: ${Object.keys(object.shape).sort().join()}`),
    );

    expect([...new Set(strict.map((one) => one.replace(/^.*: /, '')))]).toEqual([
      'cpu,disk_gb,memory_gb',
      'cache_prompt,text,type',
      'cache_prompt,image_urls,type',
      'AGENT_SERVER,VSCODE,WORKER_1,WORKER_2',
      'monthly_budget_usd,monthly_sandbox_hours,requests_per_minute,sandboxes,vcpus',
    ]);
  });
});

describe('unknown parameters of queries', () => {
  it('are ignored by every endpoint: clients send some that belong to other services', () => {
    const strict = all.filter(({ query }) => query !== undefined && objectsIn(query).some(refusesUnknown));

    expect(idsOf(strict)).toEqual([]);
  });
});

describe('deleting what is not there', () => {
  const deletions = all.filter(({ method }) => method === 'DELETE');

  it("is the same 404 for missing, deleted and other owners' objects", () => {
    const silent = deletions.filter(({ errors }) => !errors.includes('not_found'));

    // Profiles and git provider tokens are parts of the settings, so nothing is missing without them. Clients
    // of the legacy generation expect `false` for a missing conversation.
    expect(idsOf(silent)).toEqual([
      'delete-agent-profile',
      'delete-conversation',
      'delete-profile',
      'remove-git-providers',
    ]);
  });
});

describe('responses that a cache can store', () => {
  const kept = all.filter(({ success }) => success.cache !== undefined);

  it('come from GET, and shared caches store only those of open endpoints', () => {
    expect(kept.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(kept.filter(({ success, access }) => success.cache === 'shared' && access !== 'open')).toEqual([]);
  });

  it('contain no session key, no secret and no user content', () => {
    const secret = /^(session_api_key|secret|key|value|token|access_token|events|request|results)$/;
    const withSecret = kept.flatMap(({ id, success }) =>
      objectsIn(success.body)
        .flatMap((object) => Object.keys(object.shape))
        // The `events` of a webhook endpoint are event types.
        .filter((name) => secret.test(name) && !(name === 'events' && /webhook-endpoint/.test(id)))
        .map((name) => `${id}: ${name}`),
    );

    expect(withSecret).toEqual([]);
  });
});

describe('changes that take If-Match', () => {
  it('are of resources whose GET names the revision', () => {
    const revised = all.filter((endpoint) => endpoint.revised);
    const read = new Set(revised.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const changed = revised.filter(({ method }) => method !== 'GET');

    expect(changed.filter(({ path }) => !read.has(path))).toEqual([]);
    // Legacy endpoints and resources without a revision accept none.
    const patches = all.filter(({ method, generation }) => method === 'PATCH' && generation === 'v1');
    const without = patches.filter((endpoint) => !endpoint.revised);
    // A connection can only be read in its list, and the service itself changes sandboxes and snapshots all the time.
    // Members are read in their list, and receivers of alerts are rows of their own, which the service disables.
    // Budgets of an organization have the limits of its owner and of its members.
    const exempt = [
      'change-sandbox-port',
      'update-alerts',
      'update-member',
      'update-organization-budgets',
      'update-own-alerts',
      'update-provider-connection',
      'update-sandbox',
      'update-snapshot',
    ];
    expect(idsOf(without).toSorted()).toEqual(exempt);
  });
});
