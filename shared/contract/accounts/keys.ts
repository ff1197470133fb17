import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ApiKey, CreatedKey, KeyRequest, keyRefusals, RotatedKey, ScopeName } from '../shapes/api-key.ts';
import { DateTime, QueryBoolean } from '../shapes/fields.ts';
import { Role } from '../shapes/roles.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'accounts', tag: 'keys', access: 'key', generation: 'v1' } as const;

/** Not validated further, so that a malformed id returns 404 like an unknown one. */
const byId = z.object({ key_id: line(100) });

export const listKeys = defineEndpoint(() => ({
  ...common,
  id: 'list-keys',
  scope: 'keys:read',
  method: 'GET',
  path: '/api/keys',
  summary: 'List API keys, newest first',
  description:
    'Returns the keys that are not revoked, at most 500. Members who are not admins see only their own. The secret part of a key is never shown again.',
  success: { status: 200, cache: 'own', body: z.array(ApiKey) },
  errors: [],
}));

export const createKey = defineEndpoint(() => ({
  ...common,
  id: 'create-key',
  scope: 'keys:write',
  method: 'POST',
  path: '/api/keys',
  summary: 'Create an API key',
  description:
    'A key that a person creates, signed in or with a key of their own, belongs to that person. A key cannot grant more than it has: scopes that it lacks are refused, and its own limits and expiry apply where the request asks for none or for wider ones. An owner can have at most 200 keys.',
  idempotent: 'sealed',
  body: KeyRequest.optional(),
  refusals: keyRefusals,
  success: { status: 200, location: '/api/keys/{id}', body: CreatedKey },
  errors: ['conflict', 'insufficient_scope', 'unauthenticated'],
}));

export const getKey = defineEndpoint(() => ({
  ...common,
  id: 'get-key',
  scope: 'keys:read',
  method: 'GET',
  path: '/api/keys/{key_id}',
  summary: 'Get an API key',
  params: byId,
  success: { status: 200, cache: 'own', body: ApiKey },
  errors: ['not_found'],
}));

export const revokeKey = defineEndpoint(() => ({
  ...common,
  id: 'revoke-key',
  scope: 'keys:write',
  method: 'DELETE',
  path: '/api/keys/{key_id}',
  summary: 'Revoke an API key',
  description:
    "Takes effect with the next request, even for the key that sends this request and for the owner's last key. With `compromised=true`, the session keys of all sandboxes that the key could see are rotated too: running sandboxes start again from their workspaces. If there are too many for one request, `session_keys.complete` is false. Repeat the request then, also for the revoked key: it continues.",
  params: byId,
  query: z.object({
    compromised: QueryBoolean.default(false).meta({
      description: 'Whether strangers may have the key. Then the session keys that it could see are rotated too.',
    }),
  }),
  success: {
    status: 200,
    body: z.object({
      message: z.literal('API key deleted successfully'),
      session_keys: z
        .object({
          rotated: z.int().meta({ description: 'The number of sandboxes whose session key this request rotated.' }),
          complete: z.boolean().meta({ description: 'Whether no session key is left that the API key could see.' }),
        })
        .optional()
        .meta({ description: 'With `compromised=true`.' }),
    }),
  },
  errors: ['not_found'],
}));

/** How long a rotated key stays valid, in seconds. Default: one day. Maximum: 30 days. */
const Overlap = z
  .int()
  .min(0)
  .max(30 * 86_400)
  .default(86_400);

export const rotateKey = defineEndpoint(() => ({
  ...common,
  id: 'rotate-key',
  scope: 'keys:write',
  method: 'POST',
  path: '/api/keys/{key_id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Creates a key with the same name, scopes, limits and expiry. The old key stays valid for `overlap_seconds` (default: one day), but not past its own expiry. A key can be rotated once; rotate its successor next time.',
  idempotent: 'sealed',
  params: byId,
  body: z
    .strictObject({
      overlap_seconds: Overlap,
      expires_at: DateTime.nullish().meta({ description: 'The expiry of the new key.' }),
    })
    .meta({ id: 'ApiKeyRotation' })
    .optional(),
  refusals: { value_error: '`expires_at` is in the past, or later than the expiry of the calling key' },
  success: { status: 201, location: '/api/keys/{id}', body: RotatedKey },
  errors: ['not_found', 'conflict', 'forbidden', 'insufficient_scope', 'unauthenticated'],
}));

export const getCurrentKey = defineEndpoint(() => ({
  ...common,
  id: 'get-current-key',
  scope: 'any',
  method: 'GET',
  path: '/api/keys/current',
  summary: 'Get the API key of this request',
  success: {
    status: 200,
    cache: 'own',
    body: z
      .object({
        id: z.string(),
        name: z.string().nullable(),
        owner_id: z.string(),
        org_id: z.string().nullable(),
        bound_org_id: z.string().nullable(),
        user_id: z
          .string()
          .meta({ description: 'The ID of the person, or of the owner for API keys that belong to no person.' }),
        member: z
          .object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable(), role: Role })
          .nullable()
          .meta({
            description:
              'The person who sends the request or to whom the API key belongs. Null for an API key that belongs to no person.',
          }),
        auth_type: z.enum(['bearer', 'api_key']),
        scopes: z.array(ScopeName),
      })
      .meta({ id: 'CurrentKey' }),
  },
  errors: [],
}));
