import { isObject, type JsonObject } from '../base/json.ts';
import { type Message, readUserMessage } from '../events/message.ts';
import { Fields } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import { checkMcpServers } from '../scripted-agent/mcp-servers.ts';
import { readSecrets } from '../secrets/secret-registry.ts';
import { asConversationId } from './conversation-id.ts';

/** The options of a start request, without agent and secrets, in the names of the protocol. */
export interface ConversationOptions {
  readonly workspace: { readonly kind: 'LocalWorkspace'; readonly working_dir: string };
  /** Whether the first message gives the conversation its title. */
  readonly autotitle: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly max_iterations: number;
  readonly stuck_detection: boolean;
  readonly confirmation_policy: JsonObject;
  readonly security_analyzer: JsonObject | null;
  readonly hook_config: JsonObject | null;
  readonly parent_conversation_id: string | null;
}

const agentKinds = ['Agent', 'ACPAgent'];
const policies = ['AlwaysConfirm', 'ConfirmRisky', 'NeverConfirm'];

export interface StartRequest {
  readonly conversationId: string | undefined;
  readonly options: ConversationOptions;
  readonly agent: JsonObject;
  readonly secrets: JsonObject;
  readonly initialMessage: Message | undefined;
}

/** @throws HttpError 422, or 404 for an agent profile */
export function readStartRequest(body: unknown): StartRequest {
  const fields = new Fields(body);
  const conversationId = readId(fields, 'conversation_id');
  const options = readOptions(fields);
  const agent = readAgent(fields);
  const secrets = readSecrets(fields);
  const initial = fields.nested('initial_message');
  const initialMessage = initial && readUserMessage(initial).message;
  fields.finish();
  const profile = fields.string('agent_profile_id');
  if (profile !== undefined) throw new HttpError(404, `Agent profile with id '${profile}' not found`);
  return { conversationId, options, agent, secrets, initialMessage };
}

export function readTags(fields: Fields): Readonly<Record<string, string>> | undefined {
  const tags = fields.stringMap('tags');
  for (const [key, value] of Object.entries(tags ?? {})) {
    if (!/^[a-z0-9]+$/.test(key))
      fields.add(
        ['tags'],
        'value_error',
        `Value error, Tag key '${key}' is invalid: keys must be lowercase alphanumeric only`,
      );
    if (value.length > 256) fields.add(['tags', key], 'string_too_long', 'A tag has at most 256 characters');
  }
  return tags;
}

export function readTitle(fields: Fields): string | undefined {
  const title = fields.string('title');
  if (title !== undefined && (title.length < 1 || title.length > 200)) {
    fields.add(['title'], 'value_error', 'A title has 1 to 200 characters');
  }
  return title;
}

export function checkPolicy(policy: Fields): void {
  const kind = policy.string('kind') ?? '';
  if (!policies.includes(kind)) policy.add([], 'value_error', `Value error, Unknown kind '${kind}'`);
}

/** Reads the options of a request or of a stored file. */
export function readOptions(fields: Fields): ConversationOptions {
  fields.require('workspace');
  const workspace = fields.nested('workspace');
  workspace?.require('working_dir');
  const policy = fields.nested('confirmation_policy');
  if (policy) checkPolicy(policy);
  return {
    workspace: { kind: 'LocalWorkspace', working_dir: workspace?.string('working_dir') ?? '' },
    autotitle: fields.boolean('autotitle') ?? true,
    tags: readTags(fields) ?? {},
    max_iterations: fields.integer('max_iterations', 1) ?? 500,
    stuck_detection: fields.boolean('stuck_detection') ?? true,
    confirmation_policy: fields.record('confirmation_policy') ?? { kind: 'NeverConfirm' },
    security_analyzer: fields.record('security_analyzer') ?? null,
    hook_config: fields.record('hook_config') ?? null,
    parent_conversation_id: readId(fields, 'parent_conversation_id') ?? null,
  };
}

/** Reads `agent`, which takes precedence over `agent_settings`. */
function readAgent(fields: Fields): JsonObject {
  const hasAgent = fields.has('agent') || fields.has('agent_settings');
  if (fields.has('agent_profile_id') === hasAgent) {
    const msg = hasAgent ? 'agent_profile_id excludes agent and agent_settings' : 'An agent is needed';
    fields.add([], 'value_error', `Value error, ${msg}`);
  }
  readId(fields, 'agent_profile_id');
  const described = fields.nested('agent') ?? fields.nested('agent_settings');
  if (!described) return {};
  if (described.string('agent_kind') === 'acp')
    described.add(['agent_kind'], 'value_error', 'Value error, this agent server runs no ACP agents');
  const kind = described.string('kind') ?? 'Agent';
  if (!agentKinds.includes(kind)) described.add([], 'value_error', `Value error, Unknown kind '${kind}'`);
  if (kind === 'Agent') checkLlm(described);
  checkMcpServers(described);
  described.nested('agent_context')?.string('system_message_suffix');
  const document = fields.raw('agent') ?? fields.raw('agent_settings');
  return { kind, tools: [], mcp_config: {}, agent_context: null, ...(isObject(document) ? document : {}) };
}

function checkLlm(agent: Fields): void {
  agent.require('llm');
  const llm = agent.nested('llm');
  for (const name of ['model', 'base_url', 'api_key']) llm?.string(name);
  if (llm && !llm.has('model')) llm.add([], 'value_error', 'Value error, model must be specified in LLM');
}

export function readId(fields: Fields, name: string): string | undefined {
  const value = fields.string(name);
  if (value === undefined) return undefined;
  const id = asConversationId(value);
  if (!id) fields.add([name], 'uuid_parsing', 'Input should be a valid UUID');
  return id;
}
