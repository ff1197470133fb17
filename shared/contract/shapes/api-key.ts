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
    description: 'What the key may do. Without it: everything that is its owner’s own, as far as the calling key may.',
  });

const keyRequest = {
  name: line(100).trim().min(1).meta({ pattern: WORDS }).nullish(),
  scopes: ScopeList.nullish(),
  not_before: DateTime.nullish().meta({ description: 'The key does not work before.' }),
  expires_at: DateTime.nullish().meta({ description: 'The key works no longer than this.' }),
  limits: LimitsRequest.nullish(),
};

/** The settings of a new key. An unknown field is refused: a misspelled restriction would restrict nothing. */
export const KeyRequest = z
  .strictObject({
    ...keyRequest,
    org_id: line(100).nullish().meta({ description: 'Taken and ignored: keys belong to their owner.' }),
  })
  .meta({ id: 'ApiKeyCreate' });
/** What the time and the calling key refuse. */
export const keyRefusals = {
  value_error:
    'an end that is over, not later than the beginning, or later than that of the calling key; limits above its own',
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
      'The lineages whose limits bound it, each by the id of its first key: its own, then those that this one is part of.',
  }),
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
    'The key itself, shown in this answer alone, and for a day in the same one to an Idempotency-Key that the same API key repeats.',
});

export const ApiKey = z.object(key).meta({ id: 'ApiKey' });
export const CreatedKey = z.object({ ...key, key: shownOnce }).meta({ id: 'CreatedApiKey' });
export const RotatedKey = z.object({ ...key, key: shownOnce, previous: ApiKey }).meta({ id: 'RotatedApiKey' });
