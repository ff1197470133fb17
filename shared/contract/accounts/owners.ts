import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { CreatedKey, KeyRequest, keyRefusals } from '../shapes/api-key.ts';
import { limit, PageId, page, Timestamp } from '../shapes/fields.ts';
import { Limits, LimitsRequest } from '../shapes/limits.ts';
import { OwnerId } from '../shapes/owner-id.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'accounts', tag: 'owners', access: 'key', scope: 'admin', generation: 'v1' } as const;

/** Not validated further, so that a malformed id returns 404 like an unknown one. */
const byId = z.object({ owner_id: line(100) });

const owner = {
  id: z.string(),
  created_at: Timestamp.nullable().meta({
    description: 'Null for an owner that has keys but was never created explicitly.',
  }),
  created_by: z.string().nullable().meta({ description: 'The id of the key that created the owner, or `operator`.' }),
  limits: Limits,
  active_sandboxes: z.int().meta({ description: 'The number of sandboxes that currently count towards the limit.' }),
};
const Owner = z.object(owner).meta({ id: 'Owner' });

export const createOwner = defineEndpoint(() => ({
  ...common,
  id: 'create-owner',
  method: 'POST',
  path: '/api/v1/owners',
  summary: 'Create an owner',
  description:
    'Creates the owner with its limits and, if `key` is present, with a first API key. Limits that are not set default to the limits of the service.',
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
  summary: 'List owners',
  description: 'In no particular order. A page can hold fewer than `limit` items; the last page has no `next_page_id`.',
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
  summary: 'Get an owner',
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
  summary: "Update an owner's limits",
  description:
    'Limits that are not sent stay unchanged; null restores the default of the service. New limits apply to the next start or resume and, for requests, from the next minute. Running sandboxes continue, unless a budget is exceeded: that pauses them.',
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
  summary: 'Create an API key for an owner',
  description:
    'The key can have any scope, including `admin`. A key with the scope `admin` expires no later than the key that creates it.',
  idempotent: 'sealed',
  params: byId,
  body: KeyRequest.optional(),
  refusals: keyRefusals,
  success: { status: 201, location: '/api/keys/{id}', body: CreatedKey },
  errors: ['not_found', 'conflict', 'unauthenticated'],
}));
