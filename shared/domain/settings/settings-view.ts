import type * as z from 'zod';
import { type Json, JsonObject } from '../../contract/shapes/json.ts';
import { Preferences, type Settings } from '../../contract/shapes/settings.ts';
import type { Sealed } from '../../platform/vault/vault.ts';
import { chooseModel, type DeploymentModel } from './choose-model.ts';
import { isObject, type Path } from './json-path.ts';
import { listsOf, type McpServers } from './mcp-servers.ts';
import { mergePatch } from './merge-patch.ts';
import { llmOf, ownModel, textOf } from './own-model.ts';
import type { OwnerSettings } from './owner-settings.ts';
import { replaceSealed } from './sealed-json.ts';
import type { GitProviderToken } from './secrets/secret-record.ts';

export interface Viewed {
  readonly settings: OwnerSettings;
  readonly deployment: DeploymentModel;
  readonly gitTokens: readonly Pick<GitProviderToken, 'provider' | 'host'>[];
  /** As they may be seen. */
  readonly servers: McpServers;
  /** What the caller sees of a secret: null, a mask, or the secret. */
  readonly show: (sealed: Sealed, path: Path) => string | null;
}

/** The behaviour of agents whose owner set nothing, which user interfaces show. */
const defaultAgent: JsonObject = {
  agent_kind: 'openhands',
  agent: 'CodeActAgent',
  condenser: { enabled: true, max_size: 240 },
};
const defaultConversation: JsonObject = { max_iterations: 500, confirmation_mode: false, security_analyzer: 'llm' };

/** Settings as clients of every generation read them: flat and nested, the deployment's where the owner set none. */
export function settingsView({ settings, deployment, gitTokens, servers, show }: Viewed): z.input<typeof Settings> {
  const { model, key } = chooseModel(ownModel(settings), deployment);
  const shown = (value: Json) => JsonObject.parse(replaceSealed(value, show));
  const ownLlm = shown(llmOf(settings));
  const llm = { ...ownLlm, model, base_url: textOf(ownLlm.base_url), api_key: ownLlm.api_key ?? null };
  const agent: JsonObject = { ...mergePatch(defaultAgent, shown(settings.agent_settings)), llm, mcp_config: servers };
  const conversation = mergePatch(defaultConversation, shown(settings.conversation_settings));
  const condenser = isObject(agent.condenser) ? agent.condenser : {};
  const { search_api_key: searchKey } = settings;
  return {
    ...preferencesOf(settings),
    agent: textOf(agent.agent) ?? 'CodeActAgent',
    max_iterations: numberOf(conversation.max_iterations) ?? 500,
    security_analyzer: textOf(conversation.security_analyzer),
    confirmation_mode: conversation.confirmation_mode === true,
    llm_model: model,
    llm_base_url: llm.base_url,
    llm_api_key: textOf(llm.api_key),
    llm_api_key_set: key !== 'none',
    search_api_key: searchKey && show(searchKey, ['search_api_key']),
    search_api_key_set: searchKey !== null,
    provider_tokens_set: Object.fromEntries(gitTokens.map(({ provider, host }) => [provider, host])),
    enable_default_condenser: condenser.enabled !== false,
    condenser_max_size: numberOf(condenser.max_size),
    mcp_config: listsOf(servers),
    sandbox_api_key: null,
    agent_settings: agent,
    conversation_settings: conversation,
    llm_profiles: {
      profiles: Object.fromEntries(settings.profiles.map(({ name, llm: profile }) => [name, shown(profile)])),
      active: settings.active_profile,
    },
  };
}

/** A preference from before a rule that refuses it now reads as not set, and hides none of the others. */
function acceptedOf(preferences: OwnerSettings['preferences']): z.output<typeof Preferences> {
  const refused = new Set(Preferences.safeParse(preferences).error?.issues.map(({ path: [name] }) => name));
  return Preferences.parse(Object.fromEntries(Object.entries(preferences).filter(([name]) => !refused.has(name))));
}

function preferencesOf({ preferences }: OwnerSettings) {
  const set = acceptedOf(preferences);
  return {
    language: set.language ?? null,
    user_version: set.user_version ?? null,
    email: set.email ?? null,
    email_verified: set.email_verified ?? null,
    git_user_name: set.git_user_name ?? null,
    git_user_email: set.git_user_email ?? null,
    user_consents_to_analytics: set.user_consents_to_analytics ?? null,
    enable_sound_notifications: set.enable_sound_notifications ?? false,
    enable_desktop_notifications: set.enable_desktop_notifications ?? false,
    enable_proactive_conversation_starters: set.enable_proactive_conversation_starters ?? true,
    enable_solvability_analysis: set.enable_solvability_analysis ?? false,
    disabled_skills: set.disabled_skills ?? null,
    max_budget_per_task: set.max_budget_per_task ?? null,
    remote_runtime_resource_factor: set.remote_runtime_resource_factor ?? null,
    sandbox_base_container_image: set.sandbox_base_container_image ?? null,
    sandbox_runtime_container_image: set.sandbox_runtime_container_image ?? null,
    sandbox_grouping_strategy: set.sandbox_grouping_strategy ?? 'NO_GROUPING',
    v1_enabled: set.v1_enabled ?? true,
    is_new_user: set.is_new_user ?? false,
  };
}

function numberOf(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
