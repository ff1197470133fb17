import { getOptionsConfig as endpoint } from '../../shared/contract/start-up.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { type Presentation, presentation } from '../../shared/web-clients/presentation.ts';

interface Deps {
  readonly settings: Presentation;
}

/** Nobody is tracked, nothing is billed, and no issue tracker is connected. */
export const getOptionsConfig = implement(endpoint, async (_, { settings }: Deps) => ({
  APP_MODE: settings.app_mode,
  APP_SLUG: null,
  GITHUB_CLIENT_ID: '',
  POSTHOG_CLIENT_KEY: '',
  PROVIDERS_CONFIGURED: settings.providers_configured,
  AUTH_URL: settings.auth_url,
  FEATURE_FLAGS: {
    ENABLE_BILLING: false,
    HIDE_LLM_SETTINGS: settings.hide_llm_settings,
    ENABLE_JIRA: false,
    ENABLE_JIRA_DC: false,
    ENABLE_LINEAR: false,
  },
  MAINTENANCE: null,
}));

export const handler = serve(getOptionsConfig, () => ({ settings: presentation() }));
