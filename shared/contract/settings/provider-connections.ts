import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { MASK } from '../shapes/mask.ts';
import { OrganizationParams } from '../shapes/organization.ts';
import { settingsRefusals } from '../shapes/settings.ts';
import { line, webAddress } from '../shapes/text.ts';

/** Keys that several model profiles share. A profile refers to one by `provider_connection_id`. */
const common = {
  area: 'settings',
  tag: 'provider-connections',
  access: 'key',
  generation: 'v1',
  path: '/api/organizations/{org_id}/provider-connections',
  params: OrganizationParams,
} as const;
const one = {
  ...common,
  path: '/api/organizations/{org_id}/provider-connections/{connection_id}',
  params: OrganizationParams.extend({ connection_id: line(100) }),
} as const;

const Key = line(8_000)
  .regex(/\S/, { error: 'Must be a valid key.' })
  .refine((key) => key !== MASK, { error: 'This is a masked key. Leave the field out to keep the stored key.' });
/** Shown, so it must not contain a secret. */
const Address = webAddress(2_000).refine((url) => !/[@?#]/.test(url), {
  error: 'Leave out the user, the password, the query and the fragment. Send a key as api_key.',
});
const refusals = {
  ...settingsRefusals,
  custom: '`base_url` has a user, a password, a query or a fragment',
} as const;
const Name = line(128).regex(/\S/, { error: 'required' });

const ProviderConnection = z
  .object({
    id: z.string(),
    display_name: z.string(),
    provider: z.string(),
    base_url: z.string().nullable(),
    created_at: z.int().meta({ description: 'In seconds since 1970, like `updated_at`.' }),
    updated_at: z.int(),
    api_key_set: z.boolean(),
  })
  .meta({ id: 'ProviderConnection' });

export const listProviderConnections = defineEndpoint(() => ({
  ...common,
  id: 'list-provider-connections',
  scope: 'settings:read',
  method: 'GET',
  summary: 'List provider connections',
  success: { status: 200, body: z.object({ connections: z.array(ProviderConnection) }) },
  errors: ['not_found'],
}));

export const createProviderConnection = defineEndpoint(() => ({
  ...common,
  id: 'create-provider-connection',
  scope: 'settings:write',
  method: 'POST',
  summary: 'Create a provider connection',
  body: z
    .object({
      display_name: Name,
      provider: Name.default('custom'),
      api_key: Key,
      base_url: Address.nullish(),
    })
    .meta({ id: 'ProviderConnectionCreate' }),
  refusals,
  success: { status: 201, body: ProviderConnection },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const updateProviderConnection = defineEndpoint(() => ({
  ...one,
  id: 'update-provider-connection',
  scope: 'settings:write',
  method: 'PATCH',
  summary: 'Update a provider connection',
  description:
    'Fields that are not sent stay unchanged. Model profiles that use the connection get the new key at the next start.',
  body: z
    .object({
      display_name: Name.optional(),
      provider: Name.optional(),
      api_key: Key.optional(),
      base_url: Address.nullish(),
    })
    .meta({ id: 'ProviderConnectionUpdate' }),
  refusals,
  success: { status: 200, body: ProviderConnection },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const deleteProviderConnection = defineEndpoint(() => ({
  ...one,
  id: 'delete-provider-connection',
  scope: 'settings:write',
  method: 'DELETE',
  summary: 'Delete a provider connection',
  success: { status: 200, body: ProviderConnection },
  errors: ['not_found', 'conflict'],
}));
