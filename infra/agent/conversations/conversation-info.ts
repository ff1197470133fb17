import { isObject, type JsonObject } from '../base/json.ts';
import { type Message, textOf } from '../events/message.ts';
import { modelOf } from '../scripted-agent/answer.ts';
import { statsOf } from '../scripted-agent/usage.ts';
import { mask } from '../secrets/secret-registry.ts';
import type { BaseState, Meta } from './conversation-files.ts';

export interface InfoExtras {
  readonly updatedAt: string;
  readonly lastUserMessageId: string | null;
  readonly leafId: string | null;
  readonly children: readonly string[];
}

/** A conversation as the protocol shows it, with null for secrets. */
export function conversationInfo(meta: Meta, state: BaseState, directory: string, more: InfoExtras): JsonObject {
  const { id, title, created_at, tags, hook_config, parent_conversation_id } = meta;
  return {
    id,
    ...execution(meta, state, directory, more),
    secret_registry: { secret_sources: withoutMasks(state.secrets) },
    agent_state: {},
    hook_config,
    title,
    metrics: null,
    created_at,
    updated_at: more.updatedAt,
    forked_from_conversation_id: meta.forked_from_conversation_id,
    forked_from_event_id: meta.forked_from_event_id,
    parent_conversation_id,
    sub_conversation_ids: more.children,
    tags,
    current_model_id: null,
    available_models: [],
    supports_runtime_model_switch: false,
    launched_agent_profile: null,
    agent: withoutMasks(state.agent),
    client_tools: [],
  };
}

/** The state as an event shows it, with masked secrets and without null values. */
export function fullState(meta: Meta, state: BaseState, directory: string, more: InfoExtras): JsonObject {
  const document = {
    id: meta.id,
    agent: state.agent,
    ...execution(meta, state, directory, more),
    activated_path_rules: [],
    head_is_empty: false,
    secret_registry: { secret_sources: state.secrets },
    tags: meta.tags,
    agent_state: {},
    hook_config: meta.hook_config,
  };
  return withoutNulls(document);
}

function execution(meta: Meta, state: BaseState, directory: string, more: InfoExtras): JsonObject {
  return {
    workspace: meta.workspace,
    persistence_dir: directory,
    max_iterations: meta.max_iterations,
    stuck_detection: meta.stuck_detection,
    execution_status: state.execution_status,
    confirmation_policy: meta.confirmation_policy,
    security_analyzer: meta.security_analyzer,
    activated_knowledge_skills: [],
    invoked_skills: [],
    blocked_actions: {},
    blocked_messages: {},
    last_user_message_id: more.lastUserMessageId,
    leaf_event_id: more.leafId,
    stats: statsOf(state.usage, modelOf(state.agent)),
  };
}

/** A copy with null for masked secrets. */
export function withoutMasks(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, withoutMask(value)]));
}

function withoutMask(value: unknown): unknown {
  if (value === mask) return null;
  if (Array.isArray(value)) return value.map(withoutMask);
  return isObject(value) ? withoutMasks(value) : value;
}

function withoutNulls(document: JsonObject): JsonObject {
  const entries = Object.entries(document).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, isObject(value) ? withoutNulls(value) : value]));
}

const titleLength = 50;

/** A title from the first line of a message, or null. */
export function titleOf(message: Message): string | null {
  const line = textOf(message).trim().split('\n')[0]?.trim() ?? '';
  const characters = [...line];
  if (characters.length <= titleLength) return line || null;
  return `${characters.slice(0, titleLength - 1).join('')}…`;
}
