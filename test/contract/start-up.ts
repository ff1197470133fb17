import * as z from 'zod';
import { provider } from './enums.ts';
import { nullable, sentence, time } from './forms.ts';

export const optionsConfig = z.strictObject({
  APP_MODE: z.enum(['oss', 'saas']),
  APP_SLUG: nullable.text.optional(),
  GITHUB_CLIENT_ID: z.string(),
  POSTHOG_CLIENT_KEY: z.string(),
  FEATURE_FLAGS: z.strictObject({
    ENABLE_BILLING: z.boolean(),
    HIDE_LLM_SETTINGS: z.boolean(),
    ENABLE_JIRA: z.boolean(),
    ENABLE_JIRA_DC: z.boolean(),
    ENABLE_LINEAR: z.boolean(),
  }),
  PROVIDERS_CONFIGURED: z.array(provider),
  AUTH_URL: nullable.text,
  MAINTENANCE: z.strictObject({ startTime: time }).nullable(),
});

export const webClientConfig = z.strictObject({
  app_mode: z.enum(['oss', 'saas']),
  posthog_client_key: nullable.text,
  feature_flags: z.record(z.string(), z.boolean()),
  providers_configured: z.array(provider),
  maintenance_start_time: time.nullable(),
  auth_url: nullable.text,
  recaptcha_site_key: nullable.text,
  faulty_models: z.array(z.string()),
  error_message: nullable.text,
  updated_at: time,
  github_app_slug: nullable.text,
});

export const models = z.array(sentence).min(1);
export const model = z.strictObject({ provider: nullable.text, name: sentence, verified: z.boolean() });
export const modelProvider = z.strictObject({ name: sentence, verified: z.boolean() });

const llmProfile = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  model: nullable.text,
  base_url: nullable.text,
  api_key_set: z.boolean(),
});

export const llmProfiles = z.strictObject({ profiles: z.array(llmProfile), active_profile: nullable.text });

const agentKind = z.enum(['openhands', 'acp']);

export const agentProfiles = z.strictObject({
  profiles: z.array(
    z.strictObject({
      id: z.uuid(),
      name: sentence,
      agent_kind: agentKind,
      revision: z.int(),
      llm_profile_ref: nullable.text,
      mcp_server_refs: z.array(sentence).nullable(),
    }),
  ),
  active_agent_profile_id: z.uuid().nullable(),
});

export const agentProfile = z.strictObject({
  name: sentence,
  profile: z.looseObject({ id: z.uuid(), name: sentence, revision: z.int(), agent_kind: agentKind }),
});

export const agentProfileActivated = z.strictObject({
  id: z.uuid(),
  message: sentence,
  agent_settings_applied: z.literal(false),
});

export const deviceAuthorization = z.strictObject({
  device_code: z.string().min(20),
  user_code: sentence,
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  expires_in: z.int().min(1),
  interval: z.int().min(1),
});

export const deviceToken = z.strictObject({
  access_token: z.string().min(32),
  token_type: z.literal('Bearer'),
  expires_in: nullable.integer,
});
