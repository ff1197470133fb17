import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { JsonObject } from './shapes/json.ts';
import { ProfileList } from './shapes/profile-list.ts';
import { LlmSettings, settingsRefusals } from './shapes/settings.ts';
import { line } from './shapes/text.ts';

/** In the address of a profile `.` and `..` would mean something else. */
const ProfileName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'a profile name has 1 to 64 characters of A-Z a-z 0-9 . _ -' })
  .regex(/^(?!\.{1,2}$)/, { error: "'.' and '..' cannot be names: no address can say them" });

/** A profile that is sent says which model it is of. */
const OwnModel = LlmSettings.safeExtend({ model: line(500, z.string({ error: 'required' })).min(1) });

const params = z.object({ name: ProfileName });
const Changed = z.object({ name: z.string(), message: z.string() }).meta({ id: 'ProfileChanged' });

const common = { area: 'profiles', access: 'key', generation: 'v1' } as const;

export const listProfiles = defineEndpoint(() => ({
  ...common,
  id: 'list-profiles',
  scope: 'settings:read',
  method: 'GET',
  path: '/api/v1/settings/profiles',
  summary: "List the caller's language models",
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
  summary: 'Read one language model',
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
  summary: 'Keep a language model under a name',
  description:
    'Without `llm` the one in use is kept. A profile that is there is replaced, and keeps its key unless another one is sent.',
  params,
  body: z
    .object({
      llm: OwnModel.nullish(),
      include_secrets: z.boolean().default(true),
      preserve_existing_api_key: z.boolean().default(false),
    })
    .optional()
    .meta({ id: 'SaveProfileRequest' }),
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
  summary: 'Delete a language model',
  description: 'Deleting what is not there changes nothing.',
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
  summary: 'Use a language model from now on',
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
  summary: 'Give a language model another name',
  params,
  body: z.object({ new_name: ProfileName }),
  success: { status: 200, body: Changed },
  errors: ['not_found', 'conflict'],
}));
