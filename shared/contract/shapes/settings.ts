import * as z from 'zod';
import { AgentContext, acpFields, openhandsFields, Verification } from './agent-sections.ts';
import { ProviderType, Visibility } from './enums.ts';
import { TaskBudget } from './fields.ts';
import { GitHubAppView } from './github-app.ts';
import { Json, JsonObject } from './json.ts';
import { MASK } from './mask.ts';
import { McpChange, McpConfig } from './mcp-config.ts';
import { line, webAddress } from './text.ts';

const address = webAddress(2_000);
const noAddress = z.literal('');
/** A URL with credentials is masked in responses. Clients can send the mask back. */
const maskedAddress = z.literal(MASK);

/** A field that older clients send as a whole, which would remove members that they do not know. */
const renamed = (name: string) => z.never({ error: `Send the changed settings as ${name}.` }).optional();

/** Refusals that depend on the stored settings. */
export const settingsRefusals = {
  too_big: 'the stored settings would exceed 200,000 characters or hold too many secrets',
  other_origin: 'a stored secret would be sent to another scheme, host or port: send the secret again with the URL',
} as const;

/** The refusal of settings of other services. */
export const NO_SUCH_SETTING =
  'a setting asks for what this service does not have: `remote_runtime_resource_factor`, `sandbox_base_container_image`, `sandbox_runtime_container_image`, `enable_classify_and_switch_llm_tool`, or a `sandbox_grouping_strategy` other than `NO_GROUPING`';

/** A language model. Unknown fields are stored unchanged for agents. */
export const LlmSettings = z
  .object({
    model: line(500).min(1).nullish(),
    base_url: z.union([address, noAddress, maskedAddress]).nullish(),
    api_key: line(8_000).nullish(),
    /** Whether agents call the model themselves, with the key in their sandbox, and not through the model broker. */
    direct: z.boolean().nullish(),
  })
  .catchall(Json)
  .meta({ id: 'LlmSettings' });

const AgentSettings = z
  .object({
    agent_kind: z.enum(['openhands', 'acp', 'llm']).nullish(),
    ...openhandsFields,
    ...acpFields,
    agent_context: AgentContext.nullish(),
    verification: Verification.nullish(),
    llm: LlmSettings.nullish(),
    mcp_config: McpChange.nullish(),
  })
  .catchall(Json);

const ConversationSettings = z
  .object({
    max_iterations: z.int().min(1).max(100_000).nullish(),
    confirmation_mode: z.boolean().nullish(),
    security_analyzer: line(100).nullish(),
  })
  .catchall(Json);

/** Accepts only the value with which clients send a setting that this service does not have. */
const only = <S extends z.ZodType>(schema: S, defaults: readonly unknown[], error: string) =>
  schema.nullish().refine((value) => (value ?? null) === null || defaults.includes(value), { error });
const BY_SPEC = 'The spec of a sandbox has its size and image: choose it by sandbox_spec_id.';

/** Preferences of user interfaces, and of agents. */
const preferences = {
  language: line(50).nullish(),
  user_version: z.int().nullish(),
  email: line(320).nullish(),
  email_verified: z.boolean().nullish(),
  git_user_name: line(200).nullish(),
  git_user_email: line(320).nullish(),
  user_consents_to_analytics: z.boolean().nullish(),
  enable_sound_notifications: z.boolean().nullish(),
  enable_desktop_notifications: z.boolean().nullish(),
  enable_proactive_conversation_starters: z.boolean().nullish(),
  enable_solvability_analysis: z.boolean().nullish(),
  disabled_skills: z.array(line(200)).max(1_000).nullish(),
  max_budget_per_task: TaskBudget.nullish().meta({
    description:
      'What the language models of each conversation can cost in US dollars, through the model broker. Null or 0: no limit. A conversation can have its own.',
  }),
  remote_runtime_resource_factor: only(z.number(), [1], BY_SPEC),
  sandbox_base_container_image: only(line(1_000), [''], BY_SPEC),
  sandbox_runtime_container_image: only(line(1_000), [''], BY_SPEC),
  sandbox_grouping_strategy: only(
    z.enum(['NO_GROUPING', 'GROUP_BY_NEWEST', 'LEAST_RECENTLY_USED', 'FEWEST_CONVERSATIONS', 'ADD_TO_ANY']),
    ['NO_GROUPING'],
    'Each conversation gets its own sandbox. To use another one, start it with sandbox_id or parent_conversation_id.',
  ),
  v1_enabled: z.boolean().nullish(),
  is_new_user: z.boolean().nullish(),
  default_visibility: Visibility.nullish().meta({
    description:
      'The visibility of conversations that members start without `visibility`. Default: `members`. API keys that belong to no person start conversations with `members`.',
  }),
};
export const Preferences = z.object(preferences);

/** A change of settings. Absent fields stay unchanged. Older clients send the fields of the `_diff`s flat. */
export const SettingsUpdate = z
  .object({
    agent_settings: renamed('agent_settings_diff'),
    conversation_settings: renamed('conversation_settings_diff'),
    agent_settings_diff: AgentSettings.nullish(),
    conversation_settings_diff: ConversationSettings.nullish(),
    ...preferences,
    agent: line(200).nullish(),
    llm_model: line(500).nullish(),
    llm_base_url: z.union([address, noAddress, maskedAddress]).nullish(),
    llm_api_key: line(8_000).nullish(),
    search_api_key: line(8_000).nullish(),
    mcp_config: McpConfig.nullish(),
    confirmation_mode: z.boolean().nullish(),
    security_analyzer: line(100).nullish(),
    max_iterations: z.int().min(1).max(100_000).nullish(),
    enable_default_condenser: z.boolean().nullish(),
    condenser_max_size: z.int().min(1).max(100_000).nullish(),
  })
  .meta({ id: 'SettingsUpdate' });
export type SettingsUpdate = z.output<typeof SettingsUpdate>;

/** Settings in responses of both generations: flat for older clients, and nested. */
export const settings = {
  language: z.string().nullable(),
  agent: z.string(),
  max_iterations: z.int(),
  security_analyzer: z.string().nullable(),
  confirmation_mode: z.boolean(),
  llm_model: z.string(),
  llm_base_url: z.string().nullable(),
  llm_api_key: z.string().nullable(),
  llm_api_key_set: z.boolean(),
  search_api_key: z.string().nullable(),
  search_api_key_set: z.boolean(),
  provider_tokens_set: z
    .partialRecord(ProviderType, z.string().nullable())
    .meta({ description: 'The git providers with a stored token, each with its host. Null means the public host.' }),
  github_app: GitHubAppView.nullable().meta({ description: 'The GitHub App for tokens that last for one hour.' }),
  enable_default_condenser: z.boolean(),
  condenser_max_size: z.int().nullable(),
  mcp_config: z.object({
    sse_servers: z.array(JsonObject),
    stdio_servers: z.array(JsonObject),
    shttp_servers: z.array(JsonObject),
  }),
  user_version: z.int().nullable(),
  email: z.string().nullable(),
  email_verified: z.boolean().nullable(),
  git_user_name: z.string().nullable(),
  git_user_email: z.string().nullable(),
  user_consents_to_analytics: z.boolean().nullable(),
  enable_sound_notifications: z.boolean(),
  enable_desktop_notifications: z.boolean(),
  enable_proactive_conversation_starters: z.boolean(),
  enable_solvability_analysis: z.boolean(),
  disabled_skills: z.array(z.string()).nullable(),
  max_budget_per_task: z.number().nullable(),
  remote_runtime_resource_factor: z.number().nullable(),
  sandbox_base_container_image: z.string().nullable(),
  sandbox_runtime_container_image: z.string().nullable(),
  sandbox_api_key: z.null(),
  sandbox_grouping_strategy: z.string(),
  v1_enabled: z.boolean(),
  is_new_user: z.boolean(),
  default_visibility: Visibility,
  agent_settings: JsonObject,
  conversation_settings: JsonObject,
  llm_profiles: z.object({ profiles: z.record(z.string(), JsonObject), active: z.string().nullable() }),
};
export const Settings = z.object(settings).meta({ id: 'Settings' });
