/**
 * A request of every operation that changes something. The reference sends it when a reader presses Send, so it is
 * harmless: it replaces no key, token or limit, ends no secret at once, and starts nothing that must fail.
 */
const message = { role: 'user', content: [{ type: 'text', text: 'Write a haiku about tests to haiku.md.' }] };

const start = { title: 'A haiku', initial_message: { ...message, run: true } };

/** The values that a new owner has. */
const settings = { conversation_settings_diff: { max_iterations: 500, confirmation_mode: false } };

const profile = { llm: { model: 'anthropic/claude-sonnet-4-5' }, preserve_existing_api_key: true };

const key = { name: 'nightly job', scopes: ['conversations:read'] };

const secret = { name: 'EXAMPLE', value: 'example', description: 'A value for the shells of agents' };

/** A provider without a token and a host stays unchanged. */
const gitProviders = { provider_tokens: { github: { token: '' } } };

/** What agents send to models, with a key that only they have. */
const prompt = { messages: [{ role: 'user', content: 'Write a haiku about tests.' }], max_tokens: 100 };

const DAY = 86_400;

const agentEvent = {
  id: '019aa5f0c1d27b3e8f4a5b6c7d8e9f01',
  timestamp: '2026-11-21T09:30:00.000Z',
  kind: 'MessageEvent',
};

/** By the id of the operation. */
export const exampleRequests: Readonly<Record<string, unknown>> = {
  'create-app-conversation': start,
  'stream-start-app-conversation': start,
  'create-conversation': { initial_user_msg: 'Write a haiku about tests to haiku.md.' },
  'update-conversation': { title: 'A haiku' },
  'update-app-conversation': { title: 'A haiku' },
  'share-files': { paths: ['README.md'] },
  'start-conversation': { providers_set: ['github'] },
  'post-message': { message: 'Write a haiku about tests to haiku.md.' },
  'call-mcp': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sandboxes', arguments: {} } },
  'create-chat-completion': prompt,
  'create-model-response': { input: 'Write a haiku about tests.', max_output_tokens: 100 },
  'create-embeddings': { input: 'A haiku about tests' },
  'create-anthropic-message': prompt,
  'post-event': { action: 'message', args: { content: 'Write a haiku about tests to haiku.md.' } },
  'send-message': { ...message, run: true },
  'queue-message': message,
  'add-upload-part': { number: 1, text: 'A long text, in parts.', total_bytes: 22 },
  'switch-profile': { profile_name: 'fast' },
  'switch-acp-model': { model: 'anthropic/claude-sonnet-4-5' },
  'receive-conversation': { id: agentEvent.id },
  'receive-events': [agentEvent],
  'receive-sandbox-conversation': { id: agentEvent.id },
  'receive-sandbox-events': [agentEvent],
  'create-webhook-endpoint': { url: 'https://hooks.example.com/agents', events: ['sandbox.paused'] },
  'create-sandbox-spec': { name: 'rust', image: 'ghcr.io/example/agent:1.4.0', vcpu: 2, memory_gb: 8 },
  'update-sandbox-spec': { image: 'ghcr.io/example/agent:1.5.0' },
  'start-sandbox': { wake: { AGENT_SERVER: 'key' }, capacity: 'spot' },
  'resume-sandbox': { capacity: 'on_demand' },
  'update-sandbox': { wake: { VSCODE: 'never' } },
  'create-prebuild': { repository: 'octocat/Hello-World', git_provider: 'github', refresh: 'never' },
  'update-prebuild': { setup_on_start: false },
  'receive-push': { ref: 'refs/heads/main' },
  'fork-sandbox': { count: 10 },
  'fork-conversation': { title: 'Another way' },
  'restore-sandbox': { snapshot_id: '0193e0b4d1f87a3c9b2e6f5a4d3c2b1a' },
  'create-snapshot': { name: 'Before the refactoring', retention_days: 30 },
  'update-snapshot': { name: 'Before the refactoring' },
  'update-webhook-endpoint': { description: 'Used by the nightly job' },
  'rotate-webhook-secret': { overlap_seconds: DAY },
  'move-sandbox-file': { from: 'notes.md', to: 'notes-2.md', overwrite: false },
  'create-sandbox-directory': { path: 'notes' },
  'create-file-transfer': { direction: 'download', kind: 'file', path: 'notes.md' },
  'run-command': { command: 'pwd && ls' },
  'send-command-input': { data: 'yes\n' },
  'resize-terminal': { rows: 24, columns: 80 },
  'stop-command': { signal: 'TERM' },
  'open-sandbox-port': { port: 3000, name: 'preview', expires_in: 3600 },
  'change-sandbox-port': { name: 'preview' },
  'open-port-in-browser': { path: '/' },
  'create-key': key,
  'create-owner-key': key,
  'rotate-key': { overlap_seconds: DAY },
  'create-owner': { id: 'acme' },
  'update-owner': { limits: {} },
  'create-announcement': { text: 'Maintenance on Sunday from 6:00 to 7:00 UTC', level: 'warning' },
  'invite-members': { emails: ['ada@example.com'], role: 'member' },
  'accept-invitation': { token: `acsi.acme.1.${'A'.repeat(43)}` },
  'update-member': { role: 'viewer', limits: {} },
  'update-organization-budgets': { monthly_limit: 100_000 },
  'put-budget-override': { monthly_limit: 10_000 },
  'update-alerts': { mail: ['ops@example.com'], on: ['budgets', 'starts'] },
  'update-own-alerts': { mail: true, on: ['finished', 'waiting'] },
  'authorize-device': { client_name: 'acs', device_name: 'laptop', scope: 'conversations:read' },
  'get-device-token': { device_code: 'the-code-of-your-program' },
  'verify-device': { user_code: 'ABCD-EFGH', decision: 'deny' },
  'update-settings': settings,
  'update-legacy-settings': settings,
  'update-organization': { contact_name: 'Ann' },
  'update-organization-settings': settings,
  'update-organization-models': settings,
  'update-organization-app': { registered_marketplaces: [] },
  'update-user-app': { git_full_clone: false },
  'save-profile': profile,
  'save-organization-profile': profile,
  'rename-profile': { new_name: 'fast' },
  'rename-organization-profile': { new_name: 'fast' },
  'create-provider-connection': { display_name: 'Anthropic', provider: 'anthropic', api_key: 'example-key' },
  'update-provider-connection': { display_name: 'Anthropic' },
  'save-agent-profile': { agent_kind: 'openhands', llm_profile_ref: 'fast', system_message_suffix: 'Review the code.' },
  'rename-agent-profile': { new_name: 'reviewer' },
  'create-secret': secret,
  'create-legacy-secret': secret,
  'update-secret': { name: 'EXAMPLE', description: 'A value for the shells of agents' },
  'update-legacy-secret': { name: 'EXAMPLE', description: 'A value for the shells of agents' },
  'add-git-providers': gitProviders,
  'add-legacy-git-providers': gitProviders,
};
