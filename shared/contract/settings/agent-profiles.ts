import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { AgentProfileInput, AgentProfileSummary, agentProfileRefusals } from '../shapes/agent-sections.ts';
import { JsonObject } from '../shapes/json.ts';
import { ProfileName } from '../shapes/profile-list.ts';
import { settingsRefusals } from '../shapes/settings.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'settings', tag: 'agent-profiles', access: 'key', generation: 'v1' } as const;
const one = { ...common, path: '/api/agent-profiles/{name}', params: z.object({ name: ProfileName }) } as const;
const Changed = z.object({ name: z.string(), message: z.string() }).meta({ id: 'AgentProfileChanged' });

export const getAgentProfiles = defineEndpoint(() => ({
  ...common,
  id: 'get-agent-profiles',
  scope: 'settings:read',
  method: 'GET',
  path: '/api/agent-profiles',
  summary: 'List agent profiles',
  success: {
    status: 200,
    body: z
      .object({ profiles: z.array(AgentProfileSummary), active_agent_profile_id: z.string().nullable() })
      .meta({ id: 'AgentProfileList' }),
  },
  errors: [],
}));

export const getAgentProfile = defineEndpoint(() => ({
  ...one,
  id: 'get-agent-profile',
  scope: 'settings:read',
  method: 'GET',
  summary: 'Get an agent profile',
  description: 'Secret values, such as program arguments, are masked. Saving a mask keeps the stored value.',
  success: {
    status: 200,
    body: z.object({ name: z.string(), profile: JsonObject }).meta({ id: 'AgentProfile' }),
  },
  errors: ['not_found'],
}));

export const saveAgentProfile = defineEndpoint(() => ({
  ...one,
  id: 'save-agent-profile',
  scope: 'settings:write',
  method: 'POST',
  summary: 'Save an agent profile',
  description:
    'Replaces an existing profile of this name: its id stays and its revision increases. Start a conversation with it by `agent_profile_id`.',
  body: AgentProfileInput,
  refusals: { too_big: settingsRefusals.too_big, ...agentProfileRefusals },
  success: { status: 201, location: '/api/agent-profiles/{name}', body: Changed },
  errors: ['conflict', 'unavailable'],
}));

export const deleteAgentProfile = defineEndpoint(() => ({
  ...one,
  id: 'delete-agent-profile',
  scope: 'settings:write',
  method: 'DELETE',
  summary: 'Delete an agent profile',
  description: 'Succeeds even if the profile does not exist. Conversations that were started with it stay.',
  success: { status: 200, body: Changed },
  errors: ['conflict'],
}));

export const renameAgentProfile = defineEndpoint(() => ({
  ...one,
  id: 'rename-agent-profile',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/agent-profiles/{name}/rename',
  summary: 'Rename an agent profile',
  body: z.object({ new_name: ProfileName }),
  success: { status: 200, body: Changed },
  errors: ['not_found', 'conflict'],
}));

export const activateAgentProfile = defineEndpoint(() => ({
  ...common,
  id: 'activate-agent-profile',
  scope: 'settings:write',
  method: 'POST',
  path: '/api/agent-profiles/{name}/activate',
  summary: 'Activate an agent profile',
  description: "Clients start new conversations with the active profile. The owner's settings do not change.",
  params: z.object({ name: line(200) }),
  success: {
    status: 200,
    body: z
      .object({ id: z.string(), message: z.string(), agent_settings_applied: z.literal(false) })
      .meta({ id: 'AgentProfileActivated' }),
  },
  errors: ['not_found', 'conflict'],
}));
