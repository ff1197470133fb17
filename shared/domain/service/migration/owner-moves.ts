import { type Fields, type Move, unchanged } from './move.ts';

const preferences = [
  ...['language', 'user_version', 'email', 'email_verified', 'git_user_name', 'git_user_email'],
  ...['user_consents_to_analytics', 'enable_sound_notifications', 'enable_desktop_notifications'],
  ...['enable_proactive_conversation_starters', 'enable_solvability_analysis', 'disabled_skills'],
  ...['max_budget_per_task', 'remote_runtime_resource_factor', 'sandbox_base_container_image'],
  ...['sandbox_runtime_container_image', 'sandbox_grouping_strategy', 'v1_enabled', 'is_new_user', 'agent'],
  'default_visibility',
  ...['llm_model', 'llm_base_url', 'llm_api_key', 'search_api_key', 'mcp_config', 'confirmation_mode'],
  ...['security_analyzer', 'max_iterations', 'enable_default_condenser', 'condenser_max_size'],
  ...['agent_settings', 'conversation_settings'],
];
const shown = [
  'llm_api_key_set',
  'search_api_key_set',
  'provider_tokens_set',
  'github_app',
  'sandbox_api_key',
  'llm_profiles',
];

const secret = unchanged('name', 'value', 'description');
const paged = 'The response is a page: `items` and `next_page_id`, which replaces page numbers.';

/** A legacy list of a git provider. */
const gitList = (legacy: string, current: string, request: Fields = {}, answer: Fields = {}): Move => ({
  legacy: `GET /api/user/${legacy}`,
  current: `GET /api/v1/git/${current}/search`,
  note: paged,
  request,
  answer,
});

const ofProvider = { selected_provider: '`provider`, which is required' };
const byNumber = { page: '`page_id`', per_page: '`limit`' };

/** Legacy requests for settings, secrets, git providers and the configuration of web clients. */
export const ownerMoves: readonly Move[] = [
  {
    legacy: 'GET /api/settings',
    current: 'GET /api/v1/settings',
    note: 'Without own settings, the response has the defaults of the deployment, and is never a 404.',
    answer: unchanged(...preferences, ...shown),
  },
  {
    legacy: 'POST /api/settings',
    current: 'POST /api/v1/settings',
    request: unchanged(...preferences, 'agent_settings_diff', 'conversation_settings_diff'),
    answer: unchanged('message'),
  },
  {
    legacy: 'GET /api/secrets',
    current: 'GET /api/v1/secrets/search',
    answer: { custom_secrets: '`items`, by pages' },
  },
  {
    legacy: 'POST /api/secrets',
    current: 'POST /api/v1/secrets',
    note: 'A secret with an existing name is replaced, without a conflict.',
    request: secret,
    answer: unchanged('message'),
  },
  {
    legacy: 'PUT /api/secrets/{secret_id}',
    current: 'PUT /api/v1/secrets/{secret_id}',
    request: secret,
    answer: unchanged('message'),
  },
  {
    legacy: 'DELETE /api/secrets/{secret_id}',
    current: 'DELETE /api/v1/secrets/{secret_id}',
    answer: unchanged('message'),
  },
  {
    legacy: 'POST /api/add-git-providers',
    current: 'POST /api/v1/secrets/git-providers',
    request: unchanged('provider_tokens', 'github_app'),
    answer: unchanged('message'),
  },
  {
    legacy: 'POST /api/unset-provider-tokens',
    current: 'DELETE /api/v1/secrets/git-providers',
    answer: unchanged('message'),
  },
  {
    legacy: 'GET /api/options/models',
    current: 'GET /api/v1/config/models/search',
    note: 'The response is a page of models with `provider` and `name`, instead of a list of `provider/name`.',
  },
  {
    legacy: 'GET /api/options/agents',
    current: 'GET /api/v1/settings/agent-schema',
    note: 'The schema describes the settings of agents.',
  },
  {
    legacy: 'GET /api/options/security-analyzers',
    current: 'GET /api/v1/settings/conversation-schema',
    note: 'The schema describes the settings of conversations.',
  },
  {
    legacy: 'GET /api/options/config',
    current: 'GET /api/v1/web-client/config',
    answer: {
      APP_MODE: '`app_mode`',
      APP_SLUG: '`github_app_slug`',
      GITHUB_CLIENT_ID: 'removed: it was always empty',
      POSTHOG_CLIENT_KEY: '`posthog_client_key`',
      PROVIDERS_CONFIGURED: '`providers_configured`',
      AUTH_URL: '`auth_url`',
      FEATURE_FLAGS: '`feature_flags`, with the same names in lower case',
      MAINTENANCE: '`maintenance_start_time`',
    },
  },
  {
    legacy: 'POST /api/authenticate',
    current: 'GET /api/keys/current',
    note: 'The response has the key and its owner.',
    answer: { message: 'removed: an invalid key is a 401' },
  },
  {
    legacy: 'GET /api/user/info',
    current: 'GET /api/v1/users/git-info',
    answer: unchanged('id', 'login', 'avatar_url', 'company', 'name', 'email'),
  },
  gitList('installations', 'installations', unchanged('provider')),
  gitList('repositories', 'repositories', {
    ...ofProvider,
    ...byNumber,
    ...unchanged('installation_id'),
    sort: '`sort_order`, by default the last pushed first',
  }),
  gitList('search/repositories', 'repositories', {
    ...ofProvider,
    ...unchanged('query'),
    per_page: '`limit`',
    sort: '`sort_order`, such as `stars-desc`',
    order: '`sort_order`',
  }),
  gitList(
    'repository/branches',
    'branches',
    { ...ofProvider, ...byNumber, ...unchanged('repository') },
    {
      branches: '`items`',
      has_next_page: '`next_page_id` is not null',
      current_page: 'removed',
      per_page: 'removed',
      total_count: 'removed: providers do not return it',
    },
  ),
  gitList('search/branches', 'branches', { ...ofProvider, ...unchanged('repository', 'query'), per_page: '`limit`' }),
  gitList('suggested-tasks', 'suggested-tasks'),
  {
    legacy: 'GET /api/user/repository/{owner}/{repo}/microagents',
    current: null,
    note: 'Agents read these files from their workspace.',
    request: { selected_provider: 'removed' },
  },
  {
    legacy: 'GET /api/user/repository/{owner}/{repo}/microagents/content',
    current: null,
    note: 'Agents read these files from their workspace.',
    request: { selected_provider: 'removed', file_path: 'removed' },
    answer: { content: 'removed', path: 'removed', triggers: 'removed', git_provider: 'removed' },
  },
];
