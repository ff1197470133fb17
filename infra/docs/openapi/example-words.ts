import { type Components, dereferenced, type JsonSchema, typesOf } from './json-schema.ts';

const ID = '019aa5f0c1d27b3e8f4a5b6c7d8e9f01';

/** Sample values of members by name. A sample is used if the schema allows its type. */
const samples: Readonly<Record<string, unknown>> = {
  id: ID,
  conversation_id: ID,
  app_conversation_id: ID,
  agent_conversation_id: ID,
  start_task_id: ID,
  task_id: ID,
  sandbox_id: 'sandbox-4f8a1c2e9b7d',
  sandbox_spec_id: 'standard',
  key_id: 'key-7c1e5a90d2b4',
  owner_id: 'acme',
  created_by_user_id: 'acme',
  user_id: 'acme',
  org_id: 'acme',
  request_id: '5f0c7a3e-8f0b-4d6e-9c43-0a9d1e6f2b11',
  next_page_id: null,
  page_id: 'eyJ2IjoxfQ',
  parent_conversation_id: null,
  sub_conversation_ids: [],
  title: 'Fix the flaky login test',
  name: 'production',
  description: 'Used by the nightly job',
  detail: null,
  status_detail: null,
  message: null,
  pause_reason: null,
  selected_repository: 'acme/web-shop',
  repository: 'acme/web-shop',
  full_name: 'acme/web-shop',
  selected_branch: 'main',
  branch: 'main',
  git_provider: 'github',
  provider: 'github',
  llm_model: 'anthropic/claude-sonnet-4-5',
  model: 'anthropic/claude-sonnet-4-5',
  trigger: 'openhands_api',
  agent_kind: 'openhands',
  acp_server: null,
  max_budget_per_task: null,
  launched_agent_profile: null,
  public: null,
  pr_number: [],
  tags: {},
  metrics: null,
  status: 'RUNNING',
  sandbox_status: 'RUNNING',
  execution_status: 'idle',
  runtime_status: null,
  conversation_version: 'V1',
  event: 'sandbox.paused',
  url: 'https://hooks.example.com/agents',
  conversation_url: `https://acme.example.com/api/conversations/${ID}`,
  agent_server_url: 'https://acme.example.com',
  session_api_key: 'sk-session-example',
  api_key: 'acs_example',
  secret: 'whsec_ZXhhbXBsZS1vbmx5LW5vdC1hLXNlY3JldA==',
  last4: 'x9Qa',
  email: 'dev@acme.example',
  host: 'git.acme.example',
  token: 'example-token',
  code: 'TOKEN',
  port: 8000,
  deadline_at: '2026-11-21T21:30:00.000Z',
  idle_at: '2026-11-21T10:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  not_before: null,
  text: 'Please fix the flaky login test.',
  content: 'Please fix the flaky login test.',
  path: 'src/login.test.ts',
  language: 'en',
  month: '2026-11',
  timestamp: '2026-11-21T09:30:00.000Z',
  currency: 'USD',
  group: '2026-11-21',
  split_by: 'spec',
  split: 'standard',
  step: 'AGENT_ANSWERED',
};

/** The sample of this name, or undefined if the schema does not allow it. */
export function namedExample(name: string, schema: JsonSchema, components: Components): unknown {
  if (!Object.hasOwn(samples, name)) return undefined;
  const sample = samples[name];
  return isAllowed(sample, schema, components) ? sample : undefined;
}

function isAllowed(value: unknown, given: JsonSchema, components: Components): boolean {
  const schema = dereferenced(given, components);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choice.some((one) => isAllowed(value, one, components));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const types = typesOf(schema);
  if (Array.isArray(value)) return types.includes('array') && (schema.minItems ?? 0) === 0;
  if (value === null) return types.includes('null');
  if (typeof value === 'object') return types.includes('object') && !schema.properties;
  if (typeof value === 'number') return types.includes('integer') || types.includes('number');
  return types.includes('string') && isText(String(value), schema);
}

function isText(text: string, { format, pattern, maxLength = Number.POSITIVE_INFINITY, minLength = 0 }: JsonSchema) {
  if (text.length > maxLength || text.length < minLength) return false;
  if (format === 'date-time' && Number.isNaN(Date.parse(text))) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}
