import type { AreaGrants } from './area-grants.ts';
import type { Grant } from './resources.ts';

/** The deployment as web clients present it. */
const present: Grant = (fn, { settings }) => {
  const { appMode, authUrl = null, providersConfigured, hideLlmSettings } = settings;
  const presentation = {
    app_mode: appMode,
    auth_url: authUrl,
    providers_configured: providersConfigured,
    hide_llm_settings: hideLlmSettings,
  };
  fn.addEnvironment('WEB_CLIENT', JSON.stringify(presentation));
};

export const startUpAccess = {
  'get-options-config': present,
  'get-web-client-config': present,
  'get-saas': present,
} satisfies AreaGrants;
