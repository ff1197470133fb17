import type { Path } from './json-path.ts';

/** Whether the text at a path can be stored and shown in clear. All other texts are secrets. */
export type PlainTexts = (path: Path, text: string) => boolean;

/** The fields of a language model with names, versions and choices. */
const MODEL_FIELDS = [
  'model',
  'model_canonical_name',
  'provider_connection_id',
  'auth_type',
  'subscription_vendor',
  'api_mode',
  'base_url',
  'api_version',
  'ollama_base_url',
  'aws_region_name',
  'aws_profile_name',
  'aws_role_name',
  'aws_session_name',
  'aws_bedrock_runtime_endpoint',
  'custom_llm_provider',
  'custom_tokenizer',
  'openrouter_site_url',
  'openrouter_app_name',
  'prompt_cache_retention',
  'reasoning_effort',
  'reasoning_summary',
  'service_id',
  'usage_id',
  'safety_settings.*.category',
  'safety_settings.*.threshold',
];

/** The fields of an agent, in settings and in profiles. */
const OWN_AGENT_FIELDS = [
  'agent_kind',
  'agent',
  'persona',
  'condenser.kind',
  'condenser.type',
  'condenser.condenser_kind',
  'verification.critic_mode',
  'verification.critic_model_name',
  'verification.critic_server_url',
  'verification.security_analyzer',
  'tools.*.name',
  'acp_server',
  'acp_model',
  'acp_session_mode',
  // Only the program: arguments often contain keys.
  'acp_command.0',
];

const agentFields = () => [
  ...OWN_AGENT_FIELDS,
  ...MODEL_FIELDS.map((field) => `llm.${field}`),
  'agent_context.system_message_suffix',
  'agent_context.user_message_suffix',
  'agent_context.disabled_skills.*',
];

const agentProfileFields = () => [
  ...OWN_AGENT_FIELDS,
  'llm_profile_ref',
  'meta_profile_ref',
  'system_message_suffix',
  'disabled_skills.*',
  'public_skills.*',
  'mcp_server_refs.*',
  'secret_refs.*',
];

const CONVERSATION_FIELDS = ['security_analyzer'];

/** Fields below the name of each server. Arguments of commands often contain keys. */
const SERVER_FIELDS = [
  '*.url',
  '*.transport',
  '*.command',
  '*.cwd',
  '*.description',
  '*.icon',
  '*.auth.strategy',
  '*.auth.type',
  '*.auth.header_name',
];

export const plainInModel = /* @__PURE__ */ plainAt(MODEL_FIELDS);
export const plainInAgent = /* @__PURE__ */ plainAt(/* @__PURE__ */ agentFields());
export const plainInAgentProfile = /* @__PURE__ */ plainAt(/* @__PURE__ */ agentProfileFields());
export const plainInConversation = /* @__PURE__ */ plainAt(CONVERSATION_FIELDS);
export const plainInServers = /* @__PURE__ */ plainAt(SERVER_FIELDS);

/** Whether a text is a URL with a user, a password, a query or a fragment, which can contain keys. */
export function carriesCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && Boolean(username || password || search || hash);
}

/** In a field, `*` stands for any name or index. */
function plainAt(fields: readonly string[]): PlainTexts {
  const known = fields.map((field) => field.split('.'));
  return (path, text) =>
    !carriesCredentials(text) &&
    known.some(
      (field) =>
        field.length === path.length && field.every((name, depth) => name === '*' || name === String(path[depth])),
    );
}
