import { StartRequest } from '../contract/start-request.ts';
import { dashed } from '../ids.ts';
import { callAgent } from '../sandboxes/agent-http.ts';
import {
  type AgentConversation,
  type AgentConversations,
  AgentRefusedError,
  type ModelSettings,
} from './agent-conversations.ts';
import { MASK } from './start-task.ts';

/** How long the agent server may take, in milliseconds: it loads tools and MCP servers. */
const TIMEOUT = 120_000;

/** How much of an agent server's own words an error repeats. */
const DETAIL_LENGTH = 500;

/** Shorter texts than this are words like `stdio`, not secrets. */
const SHORTEST_SECRET = 6;

export class HttpAgentConversations implements AgentConversations {
  private readonly settings: () => Promise<ModelSettings>;

  constructor(settings: () => Promise<ModelSettings>) {
    this.settings = settings;
  }

  async create(
    agentUrl: string,
    sessionKey: string,
    conversation: AgentConversation,
    signal: AbortSignal,
  ): Promise<void> {
    const settings = await this.settings();
    const response = await callAgent(`${agentUrl}/api/conversations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Session-API-Key': sessionKey },
      body: JSON.stringify(startPayload(conversation, settings)),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    if (response.ok) return;
    const text = redacted(response.text, [sessionKey, settings.apiKey, ...secretsOf(conversation)]);
    const message = `The agent server answered ${response.status} when the conversation was to start: ${text.slice(0, DETAIL_LENGTH)}`;
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new AgentRefusedError(message);
    throw new Error(message);
  }
}

/** Agent servers repeat the input that they refuse: no secret of it may reach an answer or a log. The longest goes first, as it may hold another. */
function redacted(text: string, secrets: readonly (string | null)[]): string {
  const forms = secrets.flatMap((secret) => (secret ? formsOf(secret) : [])).toSorted((a, b) => b.length - a.length);
  return forms.reduce((clean, form) => clean.replaceAll(form, MASK), text);
}

/** A secret may come back line by line (private keys have many), and as JSON writes it. */
function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= SHORTEST_SECRET);
  return [secret, ...lines].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** Every text among the secrets and the tool servers, where keys stand in headers, arguments, addresses and variables. */
function secretsOf({ task }: AgentConversation): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return value.length >= SHORTEST_SECRET ? [value] : [];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return [...texts(task.request.secrets), ...texts(task.mcp_servers)].flatMap((text) => [
    text,
    text.replace(/^Bearer /, ''),
  ]);
}

/** What an agent server needs to begin: the agent with its model, tool servers and instructions, the workspace, and the first message. */
function startPayload(
  { id, task, workingDir, model }: AgentConversation,
  settings: ModelSettings,
): Record<string, unknown> {
  const request = StartRequest.parse(task.request);
  const { initial_message: message, secrets } = request;
  return {
    conversation_id: dashed(id),
    agent: {
      kind: 'Agent',
      llm: {
        model: model ?? settings.model,
        base_url: settings.baseUrl,
        api_key: settings.apiKey,
        usage_id: 'agent',
        stream: true,
      },
      tools: [{ name: 'terminal' }, { name: 'file_editor' }, { name: 'task_tracker' }],
      mcp_config: task.mcp_servers ? { mcpServers: task.mcp_servers } : {},
      agent_context: { system_message_suffix: request.system_message_suffix },
    },
    workspace: { kind: 'LocalWorkspace', working_dir: workingDir },
    confirmation_policy: { kind: 'NeverConfirm' },
    // A first message is there to be answered.
    ...(message ? { initial_message: { ...message, run: true } } : {}),
    secrets: Object.fromEntries(
      Object.entries(secrets ?? {}).map(([name, value]) => [name, { kind: 'StaticSecret', value }]),
    ),
    plugins: request.plugins,
    user_id: task.owner_id,
    tags: {},
  };
}
