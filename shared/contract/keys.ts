import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { scopes } from '../http/scopes.ts';
import { DateTime, Timestamp } from './fields.ts';

const common = { area: 'keys', access: 'key', generation: 'v1' } as const;

/** In a path, what is no id is not there. */
const byId = z.object({ key_id: z.string().max(100) });

export const ScopeName = z.enum(scopes).meta({ id: 'Scope' });

const ScopeList = z
  .array(ScopeName)
  .min(1)
  .max(scopes.length)
  .transform((list) => scopes.filter((scope) => list.includes(scope)))
  .meta({
    override: { type: 'array', items: { type: 'string', enum: [...scopes] }, minItems: 1, maxItems: scopes.length },
    description: 'What the key may do. Without it: everything that is its owner’s own, as far as the calling key may.',
  });

const Count = z.int().min(0).max(1_000_000);
const Amount = z.number().min(0).max(1_000_000_000);

/** Limits as they are asked for; null is none. A misspelled one is refused, as it would limit nothing. */
export const LimitsRequest = z
  .strictObject({
    sandboxes: Count.nullish().meta({ description: 'At once, of those that are starting, running or resuming.' }),
    requests_per_minute: Count.min(1).nullish(),
    monthly_budget_usd: Amount.nullish().meta({ description: 'In US dollars, per calendar month (UTC).' }),
    monthly_sandbox_hours: Amount.nullish().meta({
      description: 'Hours of running sandboxes per calendar month (UTC).',
    }),
  })
  .meta({ id: 'LimitsRequest' });
export type LimitsRequest = z.output<typeof LimitsRequest>;

export const Limits = z
  .object({
    sandboxes: z.int().nullable(),
    requests_per_minute: z.int().nullable(),
    monthly_budget_usd: z.number().nullable(),
    monthly_sandbox_hours: z.number().nullable(),
  })
  .meta({ id: 'Limits', description: 'null: none but those of the owner or the service.' });

const keyRequest = {
  name: z.string().trim().min(1).max(100).nullish(),
  scopes: ScopeList.nullish(),
  not_before: DateTime.nullish().meta({ description: 'The key does not work before.' }),
  expires_at: DateTime.nullish().meta({ description: 'The key works no longer than this.' }),
  limits: LimitsRequest.nullish(),
};

/** What a key is to be. A field that is not known is refused: a misspelled restriction would restrict nothing. */
export const KeyRequest = z
  .strictObject({
    ...keyRequest,
    org_id: z.string().max(100).nullish().meta({ description: 'Taken and ignored: keys belong to their owner.' }),
  })
  .meta({ id: 'ApiKeyCreate' });
export type KeyRequest = Omit<z.output<typeof KeyRequest>, 'org_id'>;

const key = {
  id: z.string(),
  name: z.string().nullable(),
  last4: z.string().nullable().meta({ description: 'The last characters of the key.' }),
  scopes: z.array(ScopeName),
  limits: Limits,
  created_at: Timestamp,
  created_by: z.string().nullable().meta({ description: 'The id of the key that made it, or `operator`.' }),
  last_used_at: Timestamp.nullable().meta({ description: 'May be ten minutes late.' }),
  not_before: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  rotated_from: z.string().nullable().meta({ description: 'The id of the key that it replaces.' }),
  rotated_to: z.string().nullable().meta({ description: 'The id of the key that replaces it.' }),
  org_id: z.string().nullable(),
};

const shownOnce = z.string().meta({
  description:
    'The key itself, shown in this answer alone, and in the same one to a repeated Idempotency-Key, for a day.',
});

export const ApiKey = z.object(key).meta({ id: 'ApiKey' });
export const CreatedKey = z.object({ ...key, key: shownOnce }).meta({ id: 'CreatedApiKey' });
const RotatedKey = z.object({ ...key, key: shownOnce, previous: ApiKey }).meta({ id: 'RotatedApiKey' });

export const listKeys = defineEndpoint({
  ...common,
  id: 'list-keys',
  scope: 'keys:read',
  method: 'GET',
  path: '/api/keys',
  summary: "List the caller's API keys, the newest first",
  description: 'All that are not revoked, at most 500. Keys themselves are never shown again.',
  success: { status: 200, body: z.array(ApiKey) },
  errors: [],
});

export const createKey = defineEndpoint({
  ...common,
  id: 'create-key',
  scope: 'keys:write',
  method: 'POST',
  path: '/api/keys',
  summary: 'Make an API key',
  description:
    'No key gives more than it has: scopes that it lacks are refused, and its limits and its end become those of the new key where none or wider ones are asked for. An owner has at most 200 keys.',
  idempotent: true,
  body: KeyRequest.optional(),
  success: { status: 200, body: CreatedKey },
  errors: ['conflict', 'insufficient_scope', 'unauthenticated'],
});

export const getKey = defineEndpoint({
  ...common,
  id: 'get-key',
  scope: 'keys:read',
  method: 'GET',
  path: '/api/keys/{key_id}',
  summary: 'Describe an API key',
  params: byId,
  success: { status: 200, body: ApiKey },
  errors: ['not_found'],
});

export const revokeKey = defineEndpoint({
  ...common,
  id: 'revoke-key',
  scope: 'keys:write',
  method: 'DELETE',
  path: '/api/keys/{key_id}',
  summary: 'Revoke an API key',
  description:
    'It works no more from the next request on, also if it is the key of this request or the last one of its owner.',
  params: byId,
  success: { status: 200, body: z.object({ message: z.literal('API key deleted successfully') }) },
  errors: ['not_found'],
});

/** How long a key that was rotated goes on working, in seconds: a day unless said otherwise, and thirty at most. */
const Overlap = z
  .int()
  .min(0)
  .max(30 * 86_400)
  .default(86_400);

export const rotateKey = defineEndpoint({
  ...common,
  id: 'rotate-key',
  scope: 'keys:write',
  method: 'POST',
  path: '/api/keys/{key_id}/rotate',
  summary: 'Replace an API key by a new one',
  description:
    'The new key has the name, the scopes, the limits and the end of the old one. The old one goes on working for `overlap_seconds` (a day unless said otherwise), and no longer than it would have. A key is rotated once; the next time its successor is.',
  idempotent: true,
  params: byId,
  body: z
    .strictObject({
      overlap_seconds: Overlap,
      expires_at: DateTime.nullish().meta({ description: 'Another end for the new key.' }),
    })
    .meta({ id: 'ApiKeyRotation' })
    .optional(),
  success: { status: 200, body: RotatedKey },
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated'],
});

export const getCurrentKey = defineEndpoint({
  ...common,
  id: 'get-current-key',
  scope: 'any',
  method: 'GET',
  path: '/api/keys/current',
  summary: 'Describe the API key of this request',
  success: {
    status: 200,
    body: z
      .object({
        id: z.string(),
        name: z.string().nullable(),
        org_id: z.string().nullable(),
        bound_org_id: z.string().nullable(),
        user_id: z.string(),
        auth_type: z.enum(['bearer', 'api_key']),
        scopes: z.array(ScopeName),
      })
      .meta({ id: 'CurrentKey' }),
  },
  errors: [],
});
