import { eventTime } from '../../client/agent-events.ts';
import { dollars } from '../money.ts';
import { type BrokerProblem, brokerProblemIn } from './broker-problem.ts';
import { readForeignCall } from './foreign-call.ts';
import { imagesOf, isJson, type Json, jsonOf, listOf, nameOf, numberOf, textOf, wordsOf } from './json.ts';
import type { Content, TimelineEvent } from './timeline-event.ts';

/**
 * Reads an event of any agent. An unknown kind becomes `unknown`, never an error.
 *
 * @param arrivedAfter the time of an event without its own time
 * @returns undefined without an id, as the event could be shown twice
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
  HookExecutionEvent: readHook,
  SecurityAnalysisEvent: ({ risks }) =>
    minor(`Risk of the call: ${Object.values(jsonOf(risks)).map(String).join(', ').toLowerCase() || 'not rated'}`),
  StreamingDeltaEvent: () => minor('A part of a message'),
  LLMCompletionLogEvent: () => minor('Logged a request to the language model'),
  TokenEvent: () => minor('Logged the tokens of a request to the language model'),
  PauseEvent: () => line('Stopped by the user'),
  InterruptEvent: () => line('Stopped immediately by the user'),
  SystemPromptEvent: (event) => {
    const text = [wordsOf(event.system_prompt), wordsOf(event.dynamic_context)].filter(Boolean).join('\n\n');
    const tools = listOf(event.tools).map((tool) => textOf(jsonOf(tool).title) ?? textOf(jsonOf(tool).name));
    const names = tools.filter((name) => name !== undefined).join(', ');
    return note('System prompt', names === '' ? text : `${text}\n\nTools: ${names}`);
  },
  CondensationRequest: () => line('The agent requested a shorter context'),
  Condensation: (event) =>
    note(`Context shortened, ${listOf(event.forgotten_event_ids).length} events removed`, textOf(event.summary) ?? ''),
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
  // A hook or the server tells the agent something, such as why it must go on.
  if (event.source === 'environment' || event.source === 'hook')
    return note('Note to the agent', wordsOf(message.content));
  const from = event.source === 'user' ? 'user' : 'agent';
  const text = wordsOf(message.content);
  return { type: 'message', from, text, images: imagesOf(message.content), thought: reasonsOf(event, message) };
}

/** The reasoning of a model, from the fields of different models. */
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
  // `thought` is the message beside the call; the reasoning has other fields.
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

/** The agent failed to use a tool; its model reads the error and can retry. */
function readAgentError(event: Json): Content {
  return { type: 'result', ...callOf(event), outcome: 'failed', result: {}, text: textOf(event.error) ?? '' };
}

/** The run of a hook, which can block what it was run for. */
function readHook(event: Json): Content {
  const subject = nameOf(event.tool_name);
  const hook = `Hook ${nameOf(event.hook_event_type) ?? ''}${subject === undefined ? '' : ` for ${subject}`}`;
  const reason = textOf(event.reason) ?? textOf(event.error);
  const outcome = event.blocked === true ? 'blocked it' : event.success === false ? 'failed' : 'passed';
  const output = [event.stdout, event.stderr, event.additional_context]
    .map(textOf)
    .filter((text) => text !== undefined);
  const title = `${hook} ${outcome}${reason === undefined ? '' : `: ${reason}`}`;
  if (outcome === 'passed' && output.length === 0) return minor(title);
  return note(title, [`Command: ${textOf(event.hook_command) ?? ''}`, ...output].join('\n\n'));
}

/** The remedy for a failed run, by the words of its code and detail. */
const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [
    /auth|api.?key|401|403/i,
    'Correct the API key of the language model in the settings, then send a message. The agent gets the new key first.',
  ],
  [/rate.?limit|429|overloaded/i, 'The model provider limits the requests. Wait a minute, then send a message.'],
  [/context|token limit|too long/i, 'The conversation is too long for its model. Start a new one with a summary.'],
  [/budget|quota|insufficient|credit/i, 'A spending limit is reached. Raise it, or wait until it resets.'],
  [/max.?iteration|iteration.?limit/i, 'The run reached its step limit. Send a message to continue.'],
  [
    /connect|network|timeout|timed out|unavailable|5\d\d/i,
    'The model could not be reached. Send a message to try again.',
  ],
];

const otherwise = 'Send a message to try again. If it fails again, check the events before the error.';

const titles: Readonly<Record<string, string>> = {
  model_key_missing: 'The language model has no API key',
  quota_exceeded: 'A budget is used up',
};

const titleOf = ({ code }: BrokerProblem): string => titles[code] ?? `The model broker refused the request: ${code}`;

function readError(event: Json): Content {
  const code = nameOf(event.code);
  const detail = textOf(event.detail) ?? '';
  const problem = brokerProblemIn(detail);
  // It says what to do, in words for people.
  if (problem) return { type: 'error', title: titleOf(problem), detail: problem.detail, remedy: '' };
  const words = `${code ?? ''} ${detail}`;
  const remedy = remedies.find(([pattern]) => pattern.test(words))?.[1] ?? otherwise;
  return { type: 'error', title: code === undefined ? 'The run failed' : `The run failed: ${code}`, detail, remedy };
}

const words: Readonly<Record<string, string>> = {
  idle: 'The agent is idle',
  running: 'The agent started working',
  paused: 'The agent stopped',
  waiting_for_confirmation: 'The agent is waiting for confirmation',
  finished: 'The agent finished',
  error: 'The agent stopped with an error',
  stuck: 'The agent is stuck',
  deleting: 'The conversation is being deleted',
};

function readState({ key, value }: Json): Content {
  const name = nameOf(key) ?? 'state';
  if (name === 'execution_status') {
    const status = nameOf(value) ?? 'unknown';
    const text = Object.hasOwn(words, status) ? words[status] : undefined;
    // Other events have the details of these two: a message or rejection, and who stopped the agent.
    return { type: 'state', text: text ?? `The agent is ${status}`, isMinor: status === 'idle' || status === 'paused' };
  }
  if (name === 'stats') return { type: 'state', text: `Cost so far: ${dollars(costOf(value))}`, isMinor: true };
  const short = isJson(value) || Array.isArray(value) ? undefined : nameOf(String(value ?? ''));
  return { type: 'state', text: short === undefined ? name : `${name}: ${short}`, isMinor: true };
}

function costOf(stats: unknown): number {
  const uses = Object.values(jsonOf(jsonOf(stats).usage_to_metrics));
  return uses.reduce<number>((sum, use) => sum + (numberOf(jsonOf(use).accumulated_cost) ?? 0), 0);
}

/** The status of the run in a state update, also one with the whole state; undefined for other events. */
export function executionStatusOf({ kind, key, value }: Json): string | undefined {
  if (kind !== 'ConversationStateUpdateEvent') return undefined;
  if (key === 'execution_status') return textOf(value);
  return key === 'full_state' ? textOf(jsonOf(value).execution_status) : undefined;
}

/** Whether an event is the result of `finish`, which repeats the agent's last message. */
export function repeatsMessage({ content }: TimelineEvent): boolean {
  return content.type === 'result' && content.tool === 'finish' && content.outcome === 'done';
}

/** The latest status of the run in the events. */
export function latestStatus(events: readonly TimelineEvent[]): string | undefined {
  const last = events.findLast(({ raw }) => executionStatusOf(raw) !== undefined);
  return last && executionStatusOf(last.raw);
}
