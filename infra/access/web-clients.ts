import type { EndpointId } from '../../shared/contract/index.ts';
import { type Grant, nothing } from './grants.ts';

/** What web clients are told about the deployment. */
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

/** The models on offer, the default first. */
const offerModels: Grant = (fn, { settings }) => {
  fn.addEnvironment('LLM_MODELS', [...new Set([settings.llmModel, ...settings.llmModels])].join(','));
};

export const webClientsAccess = {
  'get-options-config': present,
  'get-web-client-config': present,
  'get-saas': present,

  'get-models': offerModels,
  'search-models': offerModels,
  'search-providers': offerModels,

  'get-user-info': nothing,
  'get-git-info': nothing,
  'list-organizations': nothing,
  'get-organization-member': nothing,
  'list-organization-profiles': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
} satisfies Partial<Record<EndpointId, Grant>>;
