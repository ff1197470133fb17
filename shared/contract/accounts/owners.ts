import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { CreatedKey, KeyRequest, keyRefusals } from '../shapes/api-key.ts';
import { limit, PageId, page, Timestamp } from '../shapes/fields.ts';
import { Limits, LimitsRequest } from '../shapes/limits.ts';
import { OwnerId } from '../shapes/owner-id.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'accounts', tag: 'owners', access: 'key', scope: 'admin', generation: 'v1' } as const;

/** A malformed id in a path answers 404 like an unknown one. */
const byId = z.object({ owner_id: line(100) });

const owner = {
  id: z.string(),
  created_at: Timestamp.nullable().meta({ description: 'null for an owner that was never set up and only has keys.' }),
  created_by: z.string().nullable().meta({ description: 'The id of the key that created the owner, or `operator`.' }),
  limits: Limits,
  active_sandboxes: z.int().meta({ description: 'How many sandboxes count towards the limit now.' }),
};
const Owner = z.object(owner).meta({ id: 'Owner' });

export const createOwner = defineEndpoint(() => ({
  ...common,
  id: 'create-owner',
  method: 'POST',
  path: '/api/v1/owners',
  summary: 'Create an owner',
  description:
    'With limits, and with a first key where `key` is there. Limits that are not set are those of the service.',
  idempotent: 'sealed',
  body: z
    .strictObject({ id: OwnerId, limits: LimitsRequest.nullish(), key: KeyRequest.nullish() })
    .meta({ id: 'OwnerCreate' }),
  refusals: keyRefusals,
  success: {
    status: 201,
    location: '/api/v1/owners/{id}',
    body: z.object({ ...owner, key: CreatedKey.nullable() }).meta({ id: 'CreatedOwner' }),
  },
  errors: ['conflict', 'unauthenticated'],
}));

export const listOwners = defineEndpoint(() => ({
  ...common,
  id: 'list-owners',
  method: 'GET',
  path: '/api/v1/owners',
  summary: 'List the owners, in no order',
  description: 'A page may hold fewer than `limit`; the last one has no `next_page_id`.',
  query: z.object({ page_id: PageId.optional(), limit: limit(100) }),
  success: { status: 200, body: page(Owner) },
  errors: [],
}));

export const getOwner = defineEndpoint(() => ({
  ...common,
  id: 'get-owner',
  revised: true,
  method: 'GET',
  path: '/api/v1/owners/{owner_id}',
  summary: 'Describe an owner',
  params: byId,
  success: { status: 200, body: Owner },
  errors: ['not_found'],
}));

export const updateOwner = defineEndpoint(() => ({
  ...common,
  id: 'update-owner',
  revised: true,
  method: 'PATCH',
  path: '/api/v1/owners/{owner_id}',
  summary: 'Change the limits of an owner',
  description:
    'Limits that are not named stay; null removes one, so that the one of the service counts again. They count from the next start, resume or, for calls, minute on. What runs already goes on, except for budgets, which pause it.',
  params: byId,
  body: z.strictObject({ limits: LimitsRequest }).meta({ id: 'OwnerUpdate' }),
  success: { status: 200, body: Owner },
  errors: ['not_found'],
}));

export const createOwnerKey = defineEndpoint(() => ({
  ...common,
  id: 'create-owner-key',
  method: 'POST',
  path: '/api/v1/owners/{owner_id}/keys',
  summary: 'Make an API key for an owner',
  description:
    'Its scopes are not bound by those that owners can give: it may be one of an administrator, which works no longer than the key that makes it.',
  idempotent: 'sealed',
  params: byId,
  body: KeyRequest.optional(),
  refusals: keyRefusals,
  success: { status: 201, location: '/api/keys/{id}', body: CreatedKey },
  errors: ['not_found', 'conflict', 'unauthenticated'],
}));
