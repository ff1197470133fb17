import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { JsonObject } from '../shapes/json.ts';
import { OrganizationParams } from '../shapes/organization.ts';
import { ProfileList, ProfileName } from '../shapes/profile-list.ts';
import { LlmSettings, settingsRefusals } from '../shapes/settings.ts';
import { line } from '../shapes/text.ts';

/** A profile in a request must name its model. */
const OwnModel = LlmSettings.safeExtend({ model: line(500, z.string({ error: 'required' })).min(1) });

const SaveRequest = z
  .object({
    llm: OwnModel.nullish(),
    include_secrets: z.boolean().default(true),
    preserve_existing_api_key: z.boolean().default(false),
  })
  .optional()
  .meta({ id: 'SaveProfileRequest' });

const params = z.object({ name: ProfileName });
const RenameRequest = z.object({ new_name: ProfileName });
const Changed = z.object({ name: z.string(), message: z.string() }).meta({ id: 'ProfileChanged' });

const common = { area: 'settings', tag: 'profiles', access: 'key', generation: 'v1' } as const;

export const listProfiles = defineEndpoint(() => ({
  ...common,
  id: 'list-profiles',
  scope: 'settings:read',
  method: 'GET',
  path: '/api/v1/settings/profiles',
  summary: 'List model profiles',
  success: {
    status: 200,
    cache: 'own',
    body: ProfileList,
  },
  errors: [],
}));

export const getProfile = defineEndpoint(() => ({
  ...common,
  id: 'get-profile',
  revised: true,
  scope: 'settings:read',
  method: 'GET',
  path: '/api/v1/settings/profiles/{name}',
  summary: 'Get a model profile',
  params,
  success: {
    status: 200,
    cache: 'own',
    body: z.object({ name: z.string(), config: JsonObject, api_key_set: z.boolean() }).meta({ id: 'Profile' }),
  },
  errors: ['not_found'],
}));

export const saveProfile = defineEndpoint(() => ({
  ...common,
  id: 'save-profile',
  revised: true,
  scope: 'settings:write',
  method: 'POST',
  path: '/api/v1/settings/profiles/{name}',
  summary: 'Save a model profile',
  description:
    'Without `llm`, saves the current model. Replaces an existing profile of this name, which keeps its key unless a new one is sent.',
  params,
  body: SaveRequest,
  refusals: settingsRefusals,
  success: { status: 201, location: '/api/v1/settings/profiles/{name}', body: Changed },
  errors: ['conflict', 'unavailable'],
}));

export const deleteProfile = defineEndpoint(() => ({
  ...common,
  id: 'delete-profile',
  revised: true,
  scope: 'settings:write',
  method: 'DELETE',
  path: '/api/v1/settings/profiles/{name}',
  summary: 'Delete a model profile',
  description: 'Succeeds even if the profile does not exist.',
  params,
  success: { status: 200, body: Changed },
  errors: ['conflict'],
}));

export const activateProfile = defineEndpoint(() => ({
  ...common,
  id: 'activate-profile',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/v1/settings/profiles/{name}/activate',
  summary: 'Activate a model profile',
  params,
  success: {
    status: 200,
    body: z
      .object({ name: z.string(), message: z.string(), model: z.string().nullable() })
      .meta({ id: 'ProfileActivated' }),
  },
  errors: ['not_found', 'conflict'],
}));

export const renameProfile = defineEndpoint(() => ({
  ...common,
  id: 'rename-profile',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/v1/settings/profiles/{name}/rename',
  summary: 'Rename a model profile',
  params,
  body: RenameRequest,
  success: { status: 200, body: Changed },
  errors: ['not_found', 'conflict'],
}));

/** The same profiles under the owner's organization, where web clients look for them. */
const organization = {
  ...common,
  path: '/api/organizations/{org_id}/profiles/{name}',
  params: OrganizationParams.extend({ name: ProfileName }),
} as const;

export const getOrganizationProfile = defineEndpoint(() => ({
  ...organization,
  id: 'get-organization-profile',
  scope: 'settings:read',
  method: 'GET',
  summary: 'Get a model profile of an organization',
  success: {
    status: 200,
    body: z.object({ name: z.string(), llm: JsonObject, api_key_set: z.boolean() }).meta({ id: 'OrganizationProfile' }),
  },
  errors: ['not_found'],
}));

export const saveOrganizationProfile = defineEndpoint(() => ({
  ...organization,
  id: 'save-organization-profile',
  scope: 'settings:write',
  method: 'POST',
  summary: 'Save a model profile of an organization',
  description:
    'Without `llm`, saves the current model. Replaces an existing profile of this name, which keeps its key unless a new one is sent.',
  body: SaveRequest,
  refusals: settingsRefusals,
  success: { status: 201, location: '/api/organizations/{org_id}/profiles/{name}', body: Changed },
  errors: ['not_found', 'conflict', 'unavailable'],
}));

export const deleteOrganizationProfile = defineEndpoint(() => ({
  ...organization,
  id: 'delete-organization-profile',
  scope: 'settings:write',
  method: 'DELETE',
  summary: 'Delete a model profile of an organization',
  description: 'Succeeds even if the profile does not exist.',
  success: { status: 200, body: Changed },
  errors: ['not_found', 'conflict'],
}));

export const activateOrganizationProfile = defineEndpoint(() => ({
  ...organization,
  id: 'activate-organization-profile',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/organizations/{org_id}/profiles/{name}/activate',
  summary: 'Activate a model profile of an organization',
  success: {
    status: 200,
    body: z
      .object({ name: z.string(), message: z.string(), llm: JsonObject })
      .meta({ id: 'OrganizationProfileActivated' }),
  },
  errors: ['not_found', 'conflict'],
}));

export const renameOrganizationProfile = defineEndpoint(() => ({
  ...organization,
  id: 'rename-organization-profile',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/organizations/{org_id}/profiles/{name}/rename',
  summary: 'Rename a model profile of an organization',
  body: RenameRequest,
  success: { status: 200, body: Changed },
  errors: ['not_found', 'conflict'],
}));
