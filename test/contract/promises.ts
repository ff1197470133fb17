/** An object anywhere in a response. */
type Fields = Readonly<Record<string, unknown>>;

interface Promised {
  readonly says: string;
  readonly isKept: (fields: Fields) => boolean;
}

const matches =
  (form: RegExp, ...names: readonly string[]) =>
  (fields: Fields) =>
    names.every((name) => fields[name] == null || form.test(String(fields[name])));

/** Whether an object has all of these fields, which identify its kind. */
const has = (fields: Fields, ...names: readonly string[]) => names.every((name) => name in fields);

const counts = [
  'prompt_tokens',
  'completion_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'context_window',
  'per_turn_token',
];

/** Promises to clients that the document cannot express: relations between fields, masks and formats. */
const promises: readonly Promised[] = [
  {
    says: 'a conversation has a URL and a session key together, while its sandbox runs',
    isKept: (one) =>
      !has(one, 'conversation_url', 'session_api_key', 'sandbox_status') ||
      ((one.conversation_url === null) === (one.session_api_key === null) &&
        (one.sandbox_status === 'RUNNING' || one.conversation_url === null)),
  },
  {
    says: 'a running sandbox has URLs, and no other has URLs or a key',
    isKept: (one) =>
      !has(one, 'exposed_urls', 'session_api_key', 'status') ||
      ((one.status === 'RUNNING') === (one.exposed_urls !== null) &&
        (one.status === 'RUNNING' || one.session_api_key === null)),
  },
  {
    says: 'a start task that is READY names its conversation and its agent server, and no other names them',
    isKept: (one) =>
      !has(one, 'app_conversation_id', 'agent_server_url', 'status') ||
      (one.status === 'READY') === (one.app_conversation_id !== null && one.agent_server_url !== null),
  },
  {
    says: 'a start task that failed has a detail',
    isKept: (one) =>
      !has(one, 'app_conversation_id', 'detail') || one.status !== 'ERROR' || /\S/.test(String(one.detail)),
  },
  {
    says: 'a receipt of a deletion expires once all is deleted',
    isKept: (one) =>
      !has(one, 'sandbox_id', 'completed_at') || (one.completed_at === null) === (one.expires_at === null),
  },
  {
    says: 'the echo of a start request masks its secrets',
    isKept: ({ request }) =>
      !isFields(request) ||
      !isFields(request.secrets) ||
      matches(/^\*+$/, ...Object.keys(request.secrets))(request.secrets),
  },
  { says: 'keys of models are masked', isKept: matches(/^\**$/, 'llm_api_key', 'search_api_key') },
  {
    says: 'token counts are whole numbers, as clients of the agent server read them',
    isKept: ({ accumulated_token_usage: usage }) =>
      !isFields(usage) || counts.every((name) => Number.isInteger(usage[name])),
  },
  {
    says: 'ids of start tasks are 32 hex characters',
    isKept: (one) => !has(one, 'agent_server_url') || /^[0-9a-f]{32}$/.test(String(one.id)),
  },
  {
    says: 'ids of conversations and sandboxes can be part of a path',
    isKept: matches(
      /^[A-Za-z0-9._-]{1,100}$/,
      'conversation_id',
      'app_conversation_id',
      'parent_conversation_id',
      'sandbox_id',
    ),
  },
  { says: 'API keys begin with acs_', isKept: (one) => !has(one, 'key', 'last4') || matches(/^acs_\w+$/, 'key')(one) },
  // 24 to 64 bytes in base64.
  {
    says: 'secrets of webhook endpoints have the form of Standard Webhooks',
    isKept: (one) => !has(one, 'secret', 'events') || matches(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'secret')(one),
  },
  { says: 'costs have six decimals', isKept: matches(/^\d+\.\d{6}$/, 'cost_usd') },
];

/** The violated promises in a response, each with the object that violates it. */
export function brokenPromises(body: unknown): readonly string[] {
  if (Array.isArray(body)) return body.flatMap(brokenPromises);
  if (!isFields(body)) return [];
  const broken = promises.filter(({ isKept }) => !isKept(body));
  return [
    ...broken.map(({ says }) => `${says}, unlike ${JSON.stringify(body).slice(0, 400)}`),
    // The schemas of tools have members with the names of fields.
    ...Object.entries(body).flatMap(([name, value]) => (name === 'inputSchema' ? [] : brokenPromises(value))),
  ];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
