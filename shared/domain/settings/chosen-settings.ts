import type { Json, JsonObject } from '../../contract/shapes/json.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { isObject } from './json-path.ts';
import { textOf } from './language-model.ts';
import type { AgentProfile, OwnerSettings } from './settings-store.ts';
import type { StartAgent, StartChoice } from './start-settings.ts';

/** The owner's settings with the choices of a start. */
interface ChosenSettings {
  readonly settings: OwnerSettings;
  readonly kind: StartAgent['kind'];
  /** The names of MCP servers and of secrets to use; null for all. */
  readonly servers: readonly string[] | null;
  readonly secrets: readonly string[] | null;
}

/** @throws NotFoundError for an unknown agent profile or language model */
export function chosen(own: OwnerSettings, choice: StartChoice | undefined): ChosenSettings {
  const { agentProfileId = null, agentKind = null, llmProfile = null } = choice ?? {};
  const launched = agentProfileId === null ? ofOwner(own, agentKind) : ofProfile(own, agentProfileId);
  return { ...launched, settings: withModel(launched.settings, llmProfile) };
}

function ofOwner(own: OwnerSettings, kind: StartAgent['kind'] | null): ChosenSettings {
  const isAcp = own.agent_settings.agent_kind === 'acp';
  return { settings: own, kind: kind ?? (isAcp ? 'acp' : 'openhands'), servers: null, secrets: null };
}

function ofProfile(own: OwnerSettings, id: string): ChosenSettings {
  const profile = own.agent_profiles.find((known) => known.id === id);
  if (!profile) throw new NotFoundError('Agent profile', id);
  const { fields } = profile;
  const isAcp = fields.agent_kind === 'acp';
  const llm = isAcp ? own.agent_settings.llm : modelOf(own, profile);
  return {
    settings: { ...own, agent_settings: { ...sectionsOf(own, fields), ...(llm === undefined ? {} : { llm }) } },
    kind: isAcp ? 'acp' : 'openhands',
    servers: namesIn(fields.mcp_server_refs),
    secrets: namesIn(fields.secret_refs),
  };
}

function modelOf(own: OwnerSettings, { name, fields }: AgentProfile): JsonObject {
  const model = own.profiles.find((known) => known.name === fields.llm_profile_ref);
  if (model) return model.llm;
  throw new NotFoundError(`Language model of agent profile '${name}':`, textOf(fields.llm_profile_ref) ?? '');
}

/** The fields of an agent profile as settings. The owner's settings for the agent's memory stay. */
function sectionsOf(own: OwnerSettings, fields: JsonObject): JsonObject {
  const { system_message_suffix: suffix, disabled_skills: disabled, ...sections } = fields;
  const { agent_context: context } = own.agent_settings;
  const before = isObject(context) ? context : {};
  const { system_message_suffix: _suffix, disabled_skills: _disabled, ...kept } = before;
  return {
    ...sections,
    agent_context: {
      ...kept,
      ...(suffix ? { system_message_suffix: suffix } : {}),
      ...(Array.isArray(disabled) ? { disabled_skills: disabled } : {}),
    },
  };
}

/** Keeps the model in use if the chosen profile no longer exists. */
function withModel(settings: OwnerSettings, name: string | null): OwnerSettings {
  const profile = settings.profiles.find((known) => known.name === name);
  return profile ? { ...settings, agent_settings: { ...settings.agent_settings, llm: profile.llm } } : settings;
}

function namesIn(value: Json | undefined): readonly string[] | null {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : null;
}
