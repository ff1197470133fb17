import * as z from 'zod';
import { DateTime, Timestamp } from './fields.ts';
import { Limits, LimitsRequest } from './limits.ts';
import { scopes } from './scopes.ts';
import { line, WORDS } from './text.ts';

export const ScopeName = z.enum(scopes).meta({ id: 'Scope' });

const ScopeList = z
  .array(ScopeName)
  .min(1)
  .max(scopes.length)
  .transform((list) => scopes.filter((scope) => list.includes(scope)))
  .meta({
    override: { type: 'array', items: { type: 'string', enum: [...scopes] }, minItems: 1, maxItems: scopes.length },
    description:
      "The permissions of the key. Default: full access to the owner's own resources, limited to the scopes of the calling key.",
  });

const keyRequest = {
  name: line(100).trim().min(1).meta({ pattern: WORDS }).nullish(),
  scopes: ScopeList.nullish(),
  not_before: DateTime.nullish().meta({ description: 'The key is not valid before this time.' }),
  expires_at: DateTime.nullish().meta({ description: 'The key expires at this time.' }),
  limits: LimitsRequest.nullish(),
};

/** The settings of a new key. An unknown field is refused: a misspelled restriction would restrict nothing. */
export const KeyRequest = z
  .strictObject({
    ...keyRequest,
    org_id: line(100).nullish().meta({ description: 'Accepted and ignored: keys belong to their owner.' }),
  })
  .meta({ id: 'ApiKeyCreate' });
/** Refusals that depend on the time or on the calling key. */
export const keyRefusals = {
  value_error:
    '`expires_at` is in the past, not later than `not_before`, or later than the expiry of the calling key; or limits exceed those of the calling key',
} as const;

export type KeyRequest = Omit<z.output<typeof KeyRequest>, 'org_id'>;

const key = {
  id: z.string(),
  name: z.string().nullable(),
  last4: z.string().nullable().meta({ description: 'The last characters of the key.' }),
  scopes: z.array(ScopeName),
  limits: Limits,
  lineages: z.array(z.string()).meta({
    description:
      'The key lineages whose limits apply, each by the id of its first key: its own lineage first, then its parents.',
  }),
  created_at: Timestamp,
  created_by: z
    .string()
    .nullable()
    .meta({ description: 'The id of the key or person that created it, or `operator`.' }),
  member: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable().meta({
    description:
      'The person whose key it is: it never does more than the person may, counts for their limits, and can end with their membership. Null for a key without a person.',
  }),
  last_used_at: Timestamp.nullable().meta({ description: 'Can be up to ten minutes late.' }),
  not_before: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  rotated_from: z.string().nullable().meta({ description: 'The id of the key that this key replaces.' }),
  rotated_to: z.string().nullable().meta({ description: 'The id of the key that replaces this key.' }),
  org_id: z.string().nullable(),
};

const shownOnce = z.string().meta({
  description:
    'The secret key. Shown only in this response and, for one day, when the same API key repeats the request with the same Idempotency-Key.',
});

export const ApiKey = z.object(key).meta({ id: 'ApiKey' });
export const CreatedKey = z.object({ ...key, key: shownOnce }).meta({ id: 'CreatedApiKey' });
export const RotatedKey = z.object({ ...key, key: shownOnce, previous: ApiKey }).meta({ id: 'RotatedApiKey' });
