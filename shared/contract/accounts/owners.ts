import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { CreatedKey, KeyRequest, keyRefusals } from '../shapes/api-key.ts';
import { limit, PageId, page, Timestamp } from '../shapes/fields.ts';
import { Limits, LimitsRequest } from '../shapes/limits.ts';
import { OwnerId } from '../shapes/owner-id.ts';
import { DeletedRecords, OwnerDeletion, OwnerState, Suspension } from '../shapes/owner-state.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'accounts', tag: 'owners', access: 'key', scope: 'admin', generation: 'v1' } as const;

/** Not validated further, so that a malformed id returns 404 like an unknown one. */
const byId = z.object({ owner_id: line(100) });

const owner = {
  id: z.string(),
  state: OwnerState,
  created_at: Timestamp.nullable().meta({
    description: 'Null for an owner that has keys but was never created explicitly.',
  }),
  created_by: z
    .string()
    .nullable()
    .meta({ description: 'The ID of the API key or person that created the owner, or `operator`.' }),
  limits: Limits,
  active_sandboxes: z.int().meta({ description: 'The number of sandboxes that currently count towards the limit.' }),
  suspension: Suspension.nullable(),
  deletion: OwnerDeletion.nullable(),
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
  errors: ['conflict', 'forbidden', 'unauthenticated'],
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
  summary: "Update an owner's limits, or suspend the owner",
  description:
    'Limits that are not sent stay unchanged; null restores the default of the service. New limits apply to the next start or resume and, for requests, from the next minute. Running sandboxes continue, unless a budget is exceeded: that pauses them. A suspension refuses every start and resume with 403 `owner_suspended` at once, and pauses running sandboxes within a minute; their files are kept. Keys of the owner can still read, download and delete. Paused sandboxes do not resume by themselves after it is lifted.',
  params: byId,
  body: z
    .strictObject({
      limits: LimitsRequest.optional(),
      suspended: z.boolean().optional(),
      reason: line(500).trim().min(1).nullish().meta({
        description: 'Why the owner is suspended, for the owner. Only with `suspended: true`.',
      }),
    })
    .meta({ id: 'OwnerUpdate' }),
  refusals: { value_error: '`reason` is sent without `suspended: true`' },
  success: { status: 200, body: Owner },
  errors: ['not_found', 'conflict'],
}));

export const deleteOwner = defineEndpoint(() => ({
  ...common,
  id: 'delete-owner',
  method: 'DELETE',
  path: '/api/v1/owners/{owner_id}',
  summary: 'Delete an owner and everything it has',
  description:
    'Suspends the owner at once, then deletes its keys, sandboxes with their workspaces, snapshots, conversations, settings, secrets and everything else, which takes minutes. `GET` shows the progress and, for at least a year, the receipt. A repeated request changes nothing, except that `records=delete` also deletes records that were kept. This cannot be undone.',
  params: byId,
  query: z.object({
    confirm: line(100, z.string('Must be the ID of the owner, again.')).meta({
      description: 'The ID of the owner, again.',
    }),
    records: DeletedRecords.default('keep').meta({
      description:
        'Whether to keep the usage ledger and the audit log, which record what the owner has cost and who did what. The ID cannot be used again while they are kept, or for a year after they are deleted.',
    }),
  }),
  refusals: { value_error: '`confirm` is not the ID of the owner' },
  success: { status: 202, body: Owner },
  errors: ['not_found', 'conflict'],
}));

export const createOwnerKey = defineEndpoint(() => ({
  ...common,
  id: 'create-owner-key',
  method: 'POST',
  path: '/api/v1/owners/{owner_id}/keys',
  summary: 'Create an API key for an owner',
  description:
    'The key can have any scope, including `admin`. A key with the scope `admin` expires no later than the key that creates it; people cannot create one for another owner.',
  idempotent: 'sealed',
  params: byId,
  body: KeyRequest.optional(),
  refusals: keyRefusals,
  success: { status: 201, location: '/api/keys/{id}', body: CreatedKey },
  errors: ['not_found', 'conflict', 'forbidden', 'unauthenticated'],
}));
