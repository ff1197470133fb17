import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { AppMode, ProviderType } from '../shapes/enums.ts';

/** The configuration that web clients read when they start, for both generations. */
const common = { area: 'service', tag: 'start-up', errors: [] } as const;
const legacy = { ...common, generation: 'legacy' } as const;
const current = { ...common, generation: 'v1' } as const;

export const getOptionsConfig = defineEndpoint(() => ({
  ...legacy,
  id: 'get-options-config',
  successor: '/api/v1/web-client/config',
  method: 'GET',
  path: '/api/options/config',
  summary: 'Get the web client configuration',
  access: 'open',
  success: {
    status: 200,
    body: z
      .object({
        APP_MODE: AppMode,
        APP_SLUG: z.string().nullable(),
        GITHUB_CLIENT_ID: z.string(),
        POSTHOG_CLIENT_KEY: z.string(),
        PROVIDERS_CONFIGURED: z.array(ProviderType),
        AUTH_URL: z.string().nullable(),
        FEATURE_FLAGS: z.object({
          ENABLE_BILLING: z.boolean(),
          HIDE_LLM_SETTINGS: z.boolean(),
          ENABLE_JIRA: z.boolean(),
          ENABLE_JIRA_DC: z.boolean(),
          ENABLE_LINEAR: z.boolean(),
        }),
        MAINTENANCE: z.object({ startTime: z.string() }).nullable(),
      })
      .meta({ id: 'OptionsConfig' }),
  },
}));

export const getWebClientConfig = defineEndpoint(() => ({
  ...current,
  id: 'get-web-client-config',
  method: 'GET',
  path: '/api/v1/web-client/config',
  summary: 'Get the web client configuration',
  access: 'open',
  success: {
    status: 200,
    body: z
      .object({
        app_mode: AppMode,
        posthog_client_key: z.string().nullable(),
        feature_flags: z.object({
          enable_billing: z.boolean(),
          hide_llm_settings: z.boolean(),
          enable_jira: z.boolean(),
          enable_jira_dc: z.boolean(),
          enable_linear: z.boolean(),
        }),
        providers_configured: z.array(ProviderType),
        maintenance_start_time: z.string().nullable(),
        auth_url: z.string().nullable(),
        oidc: z
          .object({
            issuer: z.string(),
            client_id: z.string(),
            audience: z.string().nullable(),
            scopes: z.array(z.string()),
          })
          .nullable()
          .meta({
            description:
              'The OpenID provider by which people sign in, with its public client. Send ID tokens, or access tokens if there is an `audience`. Ask for `offline_access` only if the discovery document lists it. `null` if there are only API keys.',
          }),
        recaptcha_site_key: z.string().nullable(),
        faulty_models: z.array(z.string()),
        error_message: z.string().nullable(),
        updated_at: z.string(),
        github_app_slug: z.string().nullable(),
        kind: z.literal('WebClientConfig'),
      })
      .meta({ id: 'WebClientConfig' }),
  },
}));

export const getSaas = defineEndpoint(() => ({
  ...common,
  generation: 'service',
  id: 'get-saas',
  method: 'GET',
  path: '/saas',
  summary: 'Check whether the app mode is saas',
  description:
    'Clients of the hosted product ask this. `oidc` of `GET /api/v1/web-client/config` says how people sign in.',
  access: 'open',
  success: { status: 200, body: z.object({ saas: z.boolean() }) },
}));

export const authenticate = defineEndpoint(() => ({
  ...legacy,
  id: 'authenticate',
  successor: '/api/keys/current',
  scope: 'any',
  method: 'POST',
  path: '/api/authenticate',
  summary: 'Check the API key of this request',
  access: 'key',
  success: { status: 200, body: z.object({ message: z.string() }) },
  constant: { message: 'User authenticated' },
}));

export const getAgents = defineEndpoint(() => ({
  ...legacy,
  id: 'get-agents',
  successor: '/api/v1/settings/agent-schema',
  scope: 'any',
  method: 'GET',
  path: '/api/options/agents',
  summary: 'List agents',
  access: 'key',
  success: { status: 200, body: z.array(z.string()) },
  constant: ['CodeActAgent'],
}));

export const getSecurityAnalyzers = defineEndpoint(() => ({
  ...legacy,
  id: 'get-security-analyzers',
  successor: '/api/v1/settings/conversation-schema',
  scope: 'any',
  method: 'GET',
  path: '/api/options/security-analyzers',
  summary: 'List security analyzers',
  access: 'key',
  success: { status: 200, body: z.array(z.string()) },
  constant: [],
}));

/** Web clients check these before they list automations. */
const automation = { ...current, scope: 'any', method: 'GET', access: 'key' } as const;

export const getAutomationHealth = defineEndpoint(() => ({
  ...automation,
  id: 'get-automation-health',
  path: '/api/automation/health',
  summary: 'Check the health of automations',
  success: { status: 200, body: z.object({ status: z.enum(['ok', 'error']), message: z.string() }) },
  constant: { status: 'error', message: 'This service does not run automations.' },
}));

export const getAutomationSdkVersion = defineEndpoint(() => ({
  ...automation,
  id: 'get-automation-sdk-version',
  path: '/api/automation/sdk-version',
  summary: 'Get the automation SDK version',
  success: { status: 200, body: z.object({ sdk_version: z.string().nullable() }) },
  constant: { sdk_version: null },
}));

export const getLlmKey = defineEndpoint(() => ({
  ...current,
  id: 'get-llm-key',
  scope: 'any',
  method: 'GET',
  path: '/api/keys/llm/byor',
  summary: 'Get the model key that the service lends',
  access: 'key',
  success: { status: 200, body: z.object({ key: z.string().nullable() }) },
  constant: { key: null },
}));

export const getLlmKeyPermitted = defineEndpoint(() => ({
  ...current,
  id: 'get-llm-key-permitted',
  scope: 'any',
  method: 'GET',
  path: '/api/keys/llm/byor/permitted',
  summary: 'Check whether the service lends model keys',
  access: 'key',
  success: { status: 200, body: z.object({ permitted: z.boolean() }) },
  constant: { permitted: false },
}));

export const searchSkills = defineEndpoint(() => ({
  ...current,
  id: 'search-skills',
  scope: 'any',
  method: 'GET',
  path: '/api/v1/skills/search',
  summary: 'Search skills',
  access: 'key',
  success: { status: 200, body: z.object({ items: z.array(z.unknown()), next_page_id: z.null() }) },
  constant: { items: [], next_page_id: null },
}));

/** Web clients ask before each page, and go to their introduction unless it is done. */
export const getOnboardingStatus = defineEndpoint(() => ({
  ...current,
  id: 'get-onboarding-status',
  scope: 'any',
  method: 'GET',
  path: '/api/onboarding_status',
  summary: 'Check whether to show an introduction',
  access: 'key',
  success: { status: 200, body: z.object({ should_complete_onboarding: z.boolean() }) },
  constant: { should_complete_onboarding: false },
}));
