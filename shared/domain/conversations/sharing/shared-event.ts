import { MASK } from '../../../contract/shapes/mask.ts';
import { isOnlyPicture } from '../../../contract/shapes/pictures.ts';
import { isJson, type Json, jsonOf, listOf } from '../../../presentation/events/json.ts';
import type { AgentEvent } from '../events/event.ts';
import { withoutSecrets } from './secret-texts.ts';

/** What a visitor sees of each kind of event, besides its id, time and source. All other fields are left out. */
const shown: Readonly<Record<string, (event: AgentEvent) => Json>> = {
  MessageEvent: (event) => ({ ...reasons(event), llm_message: messageOf(event) }),
  ActionEvent: (event) => ({
    ...callOf(event),
    ...reasons(event),
    ...picked(event, ['action', 'summary', 'thought', 'security_risk']),
  }),
  ObservationEvent: (event) => ({ ...callOf(event), observation: resultOf(jsonOf(event.observation)) }),
  UserRejectObservation: (event) => ({ ...callOf(event), ...picked(event, ['rejection_reason']) }),
  AgentErrorEvent: (event) => ({ ...callOf(event), ...picked(event, ['error']) }),
  ACPToolCallEvent: (event) => ({
    ...callOf(event),
    ...picked(event, ['title', 'status', 'tool_kind', 'raw_input', 'raw_output', 'content', 'is_error']),
  }),
  // The detail is the model provider's response, which can have a part of its key.
  ConversationErrorEvent: (event) => picked(event, ['code']),
  Condensation: (event) => picked(event, ['forgotten_event_ids', 'summary']),
  CondensationSummaryEvent: (event) => picked(event, ['summary']),
  PauseEvent: () => ({}),
  InterruptEvent: () => ({}),
};

/**
 * The kinds of events that visitors see. The others have the agent's instructions, tools, settings and state, requests
 * to its model, and output of hooks.
 */
export const sharedKinds: readonly string[] = Object.keys(shown);

/** Texts that visitors must not see, besides those that are recognised by their form. */
export interface Hidden {
  /** Parts of URLs of the sandbox. */
  readonly addresses: readonly string[];
  /** Names of the conversation, for visitors who have only a link. */
  readonly names: readonly string[];
}

/** An event as visitors see it; undefined for a kind that they do not see. */
export function sharedEvent(event: AgentEvent, hidden: Hidden): AgentEvent | undefined {
  const fieldsOf = Object.hasOwn(shown, event.kind) ? shown[event.kind] : undefined;
  if (!fieldsOf) return undefined;
  const { id, timestamp, kind } = event;
  const fields = cleaned({ ...picked(event, ['source']), ...fieldsOf(event) }, hidden);
  return { ...jsonOf(fields), id, timestamp, kind };
}

function picked(event: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])));
}

const callOf = (event: Json) => picked(event, ['tool_name', 'tool_call_id', 'action_id']);

/** The reasoning of a model. Signatures of its blocks are left out. */
function reasons(event: Json): Json {
  const blocks = listOf(event.thinking_blocks).map((block) => picked(jsonOf(block), ['type', 'thinking']));
  return { ...picked(event, ['reasoning_content']), ...(blocks.length > 0 ? { thinking_blocks: blocks } : {}) };
}

/** Messages of the system, of hooks and of the server tell the agent what to do: they keep their place, empty. */
function messageOf({ source, llm_message: message }: AgentEvent): Json {
  const { role, content, ...others } = jsonOf(message);
  const isSpoken = (source === 'user' || source === 'agent') && role !== 'system';
  return isSpoken ? { ...reasons(others), role, content: listOf(content).map(partOf) } : { role, content: [] };
}

const partOf = (part: unknown): Json => picked(jsonOf(part), ['type', 'text', 'image_urls']);

/** The metadata of a command name the machine and its user. */
function resultOf({ metadata, ...result }: Json): Json {
  const { exit_code: exitCode } = jsonOf(metadata);
  return exitCode === undefined ? result : { ...result, metadata: { exit_code: exitCode } };
}

/** Names of fields whose values are secrets, whatever has them: arguments of tools, headers, environments. */
const SECRET =
  /(^|[_-])(api[_-]?key|authorization|cookies?|credentials?|env(ironment)?|headers|pass(word|phrase)?|private[_-]?key|secrets?|session[_-]?key|token)$/i;

function cleaned(value: unknown, hidden: Hidden): unknown {
  if (typeof value === 'string') return cleanText(value, hidden);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, hidden));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanText(name, hidden), cleanField(name, inner, hidden)]),
  );
}

function cleanField(name: string, value: unknown, hidden: Hidden): unknown {
  if (SECRET.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2')) && value !== null) return MASK;
  // The host of a picture would learn who reads the conversation.
  if (name === 'image_urls') return listOf(value).filter((url) => typeof url === 'string' && isOnlyPicture(url));
  return cleaned(value, hidden);
}

const URL_WITH = /\b(?:https?|wss?):\/\/[^\s"'<>\\^`{|}]+/gi;

/** A text as visitors see it. */
export function cleanText(text: string, { addresses, names }: Hidden): string {
  // Its letters can look like anything. Other text can follow what only begins like a picture.
  if (isOnlyPicture(text)) return text;
  let clean = withoutSecrets(text);
  if (addresses.some((address) => clean.includes(address)))
    clean = clean.replace(URL_WITH, (url) => (addresses.some((address) => url.includes(address)) ? MASK : url));
  for (const hidden of [...addresses, ...names]) clean = clean.replaceAll(hidden, MASK);
  return clean;
}
