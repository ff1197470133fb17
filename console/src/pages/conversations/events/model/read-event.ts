import { eventTime } from '../../../../../../shared/client/agent-events.ts';
import { readError } from './error-content.ts';
import { imagesOf, isJson, type Json, jsonOf, listOf, nameOf, pretty, textOf, wordsOf } from './json.ts';
import { readState } from './state-content.ts';
import type { Content, TimelineEvent } from './timeline-event.ts';

/**
 * Reads an event of any agent. Kinds that are not known here become `unknown`, never an error.
 *
 * @param arrivedAfter the time of an event that has none of its own
 * @returns undefined for what has no id, as it could be shown twice
 */
export function readEvent(value: unknown, arrivedAfter: string): TimelineEvent | undefined {
  if (!isJson(value)) return undefined;
  const id = textOf(value.id);
  if (id === undefined) return undefined;
  const kind = nameOf(value.kind) ?? 'an event without a kind';
  return { id, kind, at: eventTime(value.timestamp) ?? arrivedAfter, content: contentOf(kind, value), raw: value };
}

const readers: Readonly<Record<string, (event: Json) => Content>> = {
  MessageEvent: readMessage,
  ActionEvent: readAction,
  ObservationEvent: readObservation,
  UserRejectObservation: readRejection,
  AgentErrorEvent: readAgentError,
  ACPToolCallEvent: readForeignCall,
  ConversationErrorEvent: readError,
  ServerErrorEvent: readError,
  ConversationStateUpdateEvent: readState,
  SecurityAnalysisEvent: ({ risks }) =>
    minor(`The risk of the call was rated: ${Object.values(jsonOf(risks)).map(String).join(', ').toLowerCase()}`),
  LLMCompletionLogEvent: () => minor('A call of the language model was logged'),
  TokenEvent: () => minor('The tokens of a call of the language model were logged'),
  PauseEvent: () => line('Stopped by the user'),
  InterruptEvent: () => line('Stopped at once by the user'),
  SystemPromptEvent: (event) => {
    const text = [wordsOf(event.system_prompt), wordsOf(event.dynamic_context)].filter(Boolean).join('\n\n');
    const tools = listOf(event.tools).map((tool) => textOf(jsonOf(tool).title) ?? textOf(jsonOf(tool).name));
    const names = tools.filter((name) => name !== undefined).join(', ');
    return note('System prompt', names === '' ? text : `${text}\n\nTools: ${names}`);
  },
  CondensationRequest: () => line('The agent asked to shorten its context'),
  Condensation: (event) =>
    note(`Context shortened, ${listOf(event.forgotten_event_ids).length} events left out`, textOf(event.summary) ?? ''),
  CondensationSummaryEvent: (event) => note('Summary of the context', textOf(event.summary) ?? ''),
};

function contentOf(kind: string, event: Json): Content {
  return Object.hasOwn(readers, kind) ? (readers[kind]?.(event) ?? { type: 'unknown' }) : { type: 'unknown' };
}

const line = (text: string): Content => ({ type: 'state', text, isMinor: false });
const minor = (text: string): Content => ({ type: 'state', text, isMinor: true });
const note = (title: string, text: string): Content => ({ type: 'note', title, text });

function readMessage(event: Json): Content {
  const message = jsonOf(event.llm_message);
  const from = event.source === 'user' ? 'user' : 'agent';
  const text = wordsOf(message.content);
  return { type: 'message', from, text, images: imagesOf(message.content), thought: reasonsOf(event, message) };
}

/** What a model thought before it acted, in the fields of the different models. */
function reasonsOf(event: Json, message: Json = {}): string {
  const blocks = [...listOf(event.thinking_blocks), ...listOf(message.thinking_blocks)];
  const thinking = blocks.map((block) => textOf(jsonOf(block).thinking) ?? '');
  const reasoning = textOf(event.reasoning_content) ?? textOf(message.reasoning_content) ?? '';
  const parts = [reasoning, ...thinking].filter(Boolean);
  return [...new Set(parts)].join('\n\n');
}

function readAction(event: Json): Content {
  const action = jsonOf(event.action);
  const callId = textOf(event.tool_call_id);
  // Agent servers call a thought what the model said beside the call; its reasons are elsewhere.
  const [said, thought] = [wordsOf(event.thought).trim(), reasonsOf(event)];
  if (action.kind === 'FinishAction') {
    const message = textOf(action.message) ?? '';
    const text = said === message.trim() ? message : [said, message].filter(Boolean).join('\n\n');
    return { type: 'message', from: 'agent', text, images: [], thought, callId };
  }
  return { type: 'action', callId, tool: toolOf(event), action, summary: nameOf(event.summary), text: said, thought };
}

function toolOf(event: Json): string {
  return nameOf(event.tool_name) ?? 'tool';
}

function callOf(event: Json) {
  return { callId: textOf(event.tool_call_id), actionId: textOf(event.action_id), tool: toolOf(event) };
}

function readObservation(event: Json): Content {
  const result = jsonOf(event.observation);
  const text = wordsOf(result.content) || wordsOf(result.output) || (textOf(result.error) ?? '');
  const hasFailed = result.is_error === true || textOf(result.error) !== undefined;
  return { type: 'result', ...callOf(event), outcome: hasFailed ? 'failed' : 'done', result, text };
}

function readRejection(event: Json): Content {
  const text = textOf(event.rejection_reason) ?? '';
  return { type: 'result', ...callOf(event), outcome: 'rejected', result: {}, text };
}

/** The agent's own failure to use a tool; its model reads it and may try again. */
function readAgentError(event: Json): Content {
  return { type: 'result', ...callOf(event), outcome: 'failed', result: {}, text: textOf(event.error) ?? '' };
}

/** A call by an agent of another vendor: one event for each change of its state. */
function readForeignCall(event: Json): Content {
  const callId = textOf(event.tool_call_id);
  const tool = nameOf(event.tool_kind) ?? 'tool';
  if (event.status !== 'completed' && event.status !== 'failed') {
    const summary = nameOf(event.title);
    return { type: 'action', callId, tool, action: jsonOf(event.raw_input), summary, text: '', thought: '' };
  }
  const text = wordsOf(event.raw_output) || wordsOf(event.content) || pretty(event.raw_output);
  const outcome = event.status === 'failed' || event.is_error === true ? 'failed' : 'done';
  return { type: 'result', callId, actionId: undefined, tool, outcome, result: jsonOf(event.raw_output), text };
}
