import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { MASK } from '../shapes/mask.ts';
import { settingsRefusals } from '../shapes/settings.ts';
import { line, webAddress } from '../shapes/text.ts';

/** Keys that several language models of an owner share. A model names one by `provider_connection_id`. */
const common = {
  area: 'settings',
  tag: 'provider-connections',
  access: 'key',
  generation: 'v1',
  path: '/api/organizations/{org_id}/provider-connections',
  params: z.object({ org_id: line(100) }),
} as const;
const one = {
  ...common,
  path: '/api/organizations/{org_id}/provider-connections/{connection_id}',
  params: z.object({ org_id: line(100), connection_id: line(100) }),
} as const;

const Key = line(8_000)
  .regex(/\S/, { error: 'this is no key' })
  .refine((key) => key !== MASK, { error: 'this is the mask of a key; leave the field out to keep the stored one' });
const Name = line(128).regex(/\S/, { error: 'required' });

const ProviderConnection = z
  .object({
    id: z.string(),
    display_name: z.string(),
    provider: z.string(),
    base_url: z.string().nullable(),
    created_at: z.int().meta({ description: 'In seconds since 1970, as is `updated_at`.' }),
    updated_at: z.int(),
    api_key_set: z.boolean(),
  })
  .meta({ id: 'ProviderConnection' });

export const listProviderConnections = defineEndpoint(() => ({
  ...common,
  id: 'list-provider-connections',
  scope: 'settings:read',
  method: 'GET',
  summary: 'The connections to providers of language models, without their keys',
  success: { status: 200, body: z.object({ connections: z.array(ProviderConnection) }) },
  errors: ['not_found'],
}));

export const createProviderConnection = defineEndpoint(() => ({
  ...common,
  id: 'create-provider-connection',
  scope: 'settings:write',
  method: 'POST',
  summary: 'Keep a key to a provider of language models',
  body: z
    .object({
      display_name: Name,
      provider: Name.default('custom'),
      api_key: Key,
      base_url: webAddress(2_000).nullish(),
    })
    .meta({ id: 'ProviderConnectionCreate' }),
  refusals: settingsRefusals,
  success: { status: 201, body: ProviderConnection },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const updateProviderConnection = defineEndpoint(() => ({
  ...one,
  id: 'update-provider-connection',
  scope: 'settings:write',
  method: 'PATCH',
  summary: 'Change a connection to a provider',
  description: 'What is not named stays. The models that name the connection have its new key from the next start on.',
  body: z
    .object({
      display_name: Name.optional(),
      provider: Name.optional(),
      api_key: Key.optional(),
      base_url: webAddress(2_000).nullish(),
    })
    .meta({ id: 'ProviderConnectionUpdate' }),
  refusals: settingsRefusals,
  success: { status: 200, body: ProviderConnection },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const deleteProviderConnection = defineEndpoint(() => ({
  ...one,
  id: 'delete-provider-connection',
  scope: 'settings:write',
  method: 'DELETE',
  summary: 'Delete a connection that no language model names',
  success: { status: 200, body: ProviderConnection },
  errors: ['not_found', 'conflict'],
}));
