import { getWebClientConfig as endpoint } from '../../shared/contract/service/start-up.ts';
import { type OidcSettings, oidcSettings } from '../../shared/domain/accounts/people/oidc-settings.ts';
import { type Presentation, presentation } from '../../shared/domain/service/presentation.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';

interface Deps {
  readonly settings: Presentation;
  readonly oidc: OidcSettings | undefined;
}

/** Clients show an announcement again when this changes. The service has none. */
const UPDATED_AT = '2026-11-21T00:00:00.000Z';

/** The service has no tracking, no billing and no issue tracker. */
export const getWebClientConfig = implement(endpoint, async (_, { settings, oidc }: Deps) => ({
  app_mode: settings.app_mode,
  posthog_client_key: null,
  feature_flags: {
    enable_billing: false,
    hide_llm_settings: settings.hide_llm_settings,
    enable_jira: false,
    enable_jira_dc: false,
    enable_linear: false,
  },
  providers_configured: settings.providers_configured,
  maintenance_start_time: null,
  auth_url: settings.auth_url,
  oidc: oidc ? signInOf(oidc) : null,
  recaptcha_site_key: null,
  faulty_models: [],
  error_message: null,
  updated_at: UPDATED_AT,
  github_app_slug: null,
  kind: 'WebClientConfig' as const,
}));

function signInOf({ issuer, clientId, audience, scopes }: OidcSettings) {
  return { issuer, client_id: clientId, audience: audience ?? null, scopes: [...scopes] };
}

export const handler = serve(getWebClientConfig, () => ({ settings: presentation(), oidc: oidcSettings() }));
