import { getOptionsConfig as endpoint } from '../../shared/contract/service/start-up.ts';
import { type Presentation, presentation } from '../../shared/domain/service/presentation.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

interface Deps {
  readonly settings: Presentation;
}

/** The service has no tracking, no billing and no issue tracker. */
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
