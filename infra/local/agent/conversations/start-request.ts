import { type Message, readUserMessage } from '../events/message.ts';
import { Fields } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import { isObject, type JsonObject } from '../json.ts';
import { asConversationId } from './conversation-id.ts';

/** What a conversation is started with, but for its agent and its secrets: a document in the words of the protocol. */
export interface ConversationOptions {
  readonly workspace: { readonly kind: 'LocalWorkspace'; readonly working_dir: string };
  readonly title: string | null;
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

export interface StartRequest {
  readonly conversationId: string | undefined;
  readonly options: ConversationOptions;
  readonly agent: JsonObject;
  readonly secrets: JsonObject;
  readonly initialMessage: Message | undefined;
}

/**
 * Reads the body that starts a conversation. Fields it does not know are ignored.
 * @throws HttpError 422, or 404 for an agent profile, as this server keeps none.
 */
export function readStartRequest(body: unknown): StartRequest {
  const fields = new Fields(body);
  const conversationId = readId(fields, 'conversation_id');
  const options = readOptions(fields);
  const agent = readAgent(fields);
  const secrets = fields.record('secrets') ?? {};
  const initial = fields.nested('initial_message');
  const initialMessage = initial && readUserMessage(initial).message;
  fields.finish();
  const profile = fields.string('agent_profile_id');
  if (profile !== undefined) throw new HttpError(404, `Agent profile '${profile}' not found`);
  return { conversationId, options, agent, secrets, initialMessage };
}

/** Tags as a conversation may have them. */
export function readTags(fields: Fields): Readonly<Record<string, string>> | undefined {
  const tags = fields.stringMap('tags');
  for (const [key, value] of Object.entries(tags ?? {})) {
    if (!/^[a-z0-9]+$/.test(key)) fields.add(['tags', key], 'value_error', 'A tag key is lowercase alphanumeric');
    if (value.length > 256) fields.add(['tags', key], 'string_too_long', 'A tag has at most 256 characters');
  }
  return tags;
}

/** A title as a conversation may have it. */
export function readTitle(fields: Fields): string | undefined {
  const title = fields.string('title');
  if (title !== undefined && (title.length < 1 || title.length > 200)) {
    fields.add(['title'], 'value_error', 'A title has 1 to 200 characters');
  }
  return title;
}

/** Reads the options of a request, or of the file they were stored in. */
export function readOptions(fields: Fields): ConversationOptions {
  fields.require('workspace');
  const workspace = fields.nested('workspace');
  workspace?.require('working_dir');
  return {
    workspace: { kind: 'LocalWorkspace', working_dir: workspace?.string('working_dir') ?? '' },
    title: readTitle(fields) ?? null,
    autotitle: fields.boolean('autotitle') ?? true,
    tags: readTags(fields) ?? {},
    max_iterations: fields.number('max_iterations', 1) ?? 500,
    stuck_detection: fields.boolean('stuck_detection') ?? true,
    confirmation_policy: fields.record('confirmation_policy') ?? { kind: 'NeverConfirm' },
    security_analyzer: fields.record('security_analyzer') ?? null,
    hook_config: fields.record('hook_config') ?? null,
    parent_conversation_id: readId(fields, 'parent_conversation_id') ?? null,
  };
}

/** Settings are an agent in the words of a settings page, so they are read as one. */
function readAgent(fields: Fields): JsonObject {
  const given = ['agent', 'agent_settings', 'agent_profile_id'].filter((name) => fields.has(name));
  if (given.length !== 1) {
    fields.add([], 'value_error', 'Exactly one of agent, agent_settings and agent_profile_id is needed');
  }
  fields.string('agent_profile_id');
  const agent = fields.nested('agent');
  agent?.require('llm');
  for (const described of [agent, fields.nested('agent_settings')]) {
    const llm = described?.nested('llm');
    for (const name of ['model', 'base_url', 'api_key']) llm?.string(name);
    described?.nested('mcp_config')?.record('mcpServers');
    described?.nested('agent_context')?.string('system_message_suffix');
  }
  const document = fields.raw('agent') ?? fields.raw('agent_settings');
  return { kind: 'Agent', ...(isObject(document) ? document : {}) };
}

function readId(fields: Fields, name: string): string | undefined {
  const value = fields.string(name);
  if (value === undefined) return undefined;
  const id = asConversationId(value);
  if (!id) fields.add([name], 'uuid_parsing', 'Input should be a valid UUID');
  return id;
}
