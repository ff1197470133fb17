import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject, type JsonObject } from '../base/json.ts';
import type { CommandRunner } from '../bash/command-runner.ts';
import {
  type AgentEvent,
  type EventContent,
  isAgentMessage,
  isUserMessage,
  type MessageEvent,
} from '../events/event.ts';
import {
  type Delta,
  messageEvent,
  type TerminalResult,
  terminalAction,
  terminalObservation,
} from '../events/event-contents.ts';
import { type Message, textContent, textOf } from '../events/message.ts';
import type { SecretRegistry } from '../secrets/secret-registry.ts';
import { composeAnswer, keyOf, think } from './answer.ts';

/** The context of one turn: the response to one message. */
export interface TurnContext {
  readonly message: MessageEvent;
  /** The number of the message in the conversation, from 1. */
  readonly number: number;
  readonly agent: JsonObject;
  readonly secrets: SecretRegistry;
  readonly runner: CommandRunner;
  readonly directory: string;
  readonly events: readonly AgentEvent[];
  readonly needsConfirmation: boolean;
  readonly signal: AbortSignal;
  append(content: EventContent): AgentEvent;
  /** Runs a tool. The conversation takes no message meanwhile. */
  hold<T>(tool: () => Promise<T>): Promise<T>;
  stream(delta: Delta): void;
  /** Records a call of the model. */
  spend(prompt: string, completion: string): void;
}

/** The failure that `/fail` requests. */
class RequestedFailure extends Error {
  override readonly name = 'RequestedFailure';
}

/** As agent servers report that the model's provider refuses the key. */
class LLMAuthenticationError extends Error {
  override readonly name = 'LLMAuthenticationError';
}

/** This agent calls no provider, so it refuses keys with this beginning. */
const WRONG_KEY = 'wrong-';

/**
 * Answers one message. Messages that begin with a slash are commands: `/wait 5` delays the response, `/stream 5 WORDS`
 * streams the words, `/run COMMAND` uses the terminal, `/secret NAME` returns the SHA-256 of a secret, `/fail` fails.
 *
 * @returns whether the turn ended; otherwise it waits for the user to confirm the action
 */
export async function takeTurn(turn: TurnContext): Promise<boolean> {
  const text = textOf(turn.message.llm_message);
  await think(turn.message.llm_message, turn.signal);
  if (keyOf(turn.agent)?.startsWith(WRONG_KEY))
    throw new LLMAuthenticationError('Your LLM API key appears to be invalid or has expired.');
  if (text.startsWith('/fail')) throw new RequestedFailure(text.slice(5).trim() || 'The message requested a failure.');
  const command = /^\/run (.+)$/s.exec(text)?.[1];
  if (command !== undefined) return await useTerminal(turn, command);
  const streamed = readStreamed(await turn.secrets.mask(text));
  if (streamed !== undefined) return await answerInPieces(turn, streamed);
  const secret = /^\/secret (\S+)/.exec(text)?.[1];
  if (secret !== undefined) await answer(turn, await proofOf(turn.secrets, secret));
  else await answer(turn, textOf(composeAnswer(turn.message.llm_message, turn.number, turn.agent)));
  return true;
}

async function answerInPieces(turn: TurnContext, streamed: StreamedAnswer): Promise<true> {
  await stream(streamed, turn.stream, turn.signal);
  await answer(turn, streamed.text, streamed.reasoning);
  return true;
}

async function useTerminal(turn: TurnContext, command: string): Promise<boolean> {
  const since = turn.events.slice(turn.events.indexOf(turn.message));
  let action = since.findLast((event) => event.kind === 'ActionEvent');
  if (!action) {
    turn.spend(command, command);
    const callId = `call_${turn.message.id}`;
    action = turn.append(terminalAction({ callId, responseId: responseIdOf(turn), command }));
    if (turn.needsConfirmation) return false;
  }
  const outcome = outcomeOf(since, action) ?? (await act(turn, action, command));
  await answer(turn, summaryOf(outcome));
  return true;
}

async function act(turn: TurnContext, action: AgentEvent, command: string): Promise<AgentEvent> {
  const { directory, secrets, runner, signal } = turn;
  return turn.hold(async () => {
    const result = await runInTerminal(command, directory, secrets, runner, signal);
    return turn.append(terminalObservation(action, command, result));
  });
}

/** The outcome of an action, unless the server died before recording it. */
function outcomeOf(events: readonly AgentEvent[], action: AgentEvent): AgentEvent | undefined {
  return events.find((event) => event !== action && event.tool_call_id === action.tool_call_id);
}

function summaryOf(outcome: AgentEvent): string {
  if (outcome.kind === 'UserRejectObservation') return 'You rejected the command.';
  if (!isObject(outcome.observation)) return 'The command was interrupted.';
  return `The command ended with exit code ${String(outcome.observation.exit_code)}.`;
}

async function proofOf(secrets: SecretRegistry, name: string): Promise<string> {
  const value = await secrets.value(name);
  if (value === undefined) return `Secret ${name}: none`;
  return `Secret ${name}: sha256 ${createHash('sha256').update(value).digest('hex')}`;
}

async function answer(turn: TurnContext, text: string, reasoning?: string): Promise<void> {
  const masked = await turn.secrets.mask(text);
  turn.signal.throwIfAborted();
  turn.spend(textOf(turn.message.llm_message), masked);
  const message: Message = { role: 'assistant', content: [textContent(masked)] };
  const origin = { responseId: responseIdOf(turn), ...(reasoning === undefined ? {} : { reasoning }) };
  turn.append(messageEvent('agent', message, origin));
}

function responseIdOf({ message, number }: TurnContext): string {
  return `response-${message.id.slice(0, 8)}-${number}`;
}

interface StreamedAnswer {
  readonly reasoning: string;
  readonly text: string;
  readonly seconds: number;
}

/** About one token. */
const PIECE = /.{1,4}/gsu;

/** Parses `/stream 5 WORDS`: the words are the response, streamed over five seconds. */
function readStreamed(message: string): StreamedAnswer | undefined {
  const [, seconds, text] = /^\/stream (\d{1,4}(?:\.\d+)?)\s+(.+)$/s.exec(message) ?? [];
  if (seconds === undefined || text === undefined) return undefined;
  const reasoning = `I should write ${text.length} characters in ${seconds} seconds.`;
  return { reasoning, text, seconds: Number(seconds) };
}

/** Streams a response, its reasoning first. */
async function stream(
  { reasoning, text, seconds }: StreamedAnswer,
  tell: (delta: Delta) => void,
  signal: AbortSignal,
): Promise<void> {
  const deltas: Delta[] = [
    ...(reasoning.match(PIECE) ?? []).map((reasoning_content) => ({ reasoning_content })),
    ...(text.match(PIECE) ?? []).map((content) => ({ content })),
  ];
  const begin = performance.now();
  for (const [index, delta] of deltas.entries()) {
    const early = begin + (seconds * 1000 * index) / deltas.length - performance.now();
    if (early > 0) await wait(early, undefined, { signal });
    tell(delta);
  }
}

const timeoutSeconds = 3600;
/** The middle of longer output is omitted. */
const longestOutput = 30_000;

/** Agents' terminals are interactive shells of bash, which read this file. */
const profile = '[ ! -f ~/.bashrc ] || . ~/.bashrc';

/** Runs a command with the secrets it names as environment variables, and masks secrets in the output. */
async function runInTerminal(
  command: string,
  directory: string,
  secrets: SecretRegistry,
  runner: CommandRunner,
  signal: AbortSignal,
): Promise<TerminalResult> {
  let output = '';
  const read = (text: string) => {
    output = shorten(output + text);
  };
  const environment = await secrets.environmentFor(command);
  const exitCode = await runner.run(
    { command: `${profile}\n${command}`, cwd: directory, timeoutSeconds, environment, signal, shell: 'bash' },
    { stdout: read, stderr: read },
  );
  signal.throwIfAborted();
  const masked = await secrets.mask(output.trimEnd());
  return { output: masked, exitCode, isTimeout: exitCode === -1, directory };
}

function shorten(text: string): string {
  if (text.length <= longestOutput) return text;
  const half = longestOutput / 2;
  return `${text.slice(0, half)}\n[... the middle of the output is omitted ...]\n${text.slice(-half)}`;
}

export interface PendingMessage {
  readonly message: MessageEvent;
  /** The number of the message in the conversation, from 1. */
  readonly number: number;
}

/** The next message to answer. @param adopted the number of uploaded events, whose messages need no answer */
export function nextMessage(events: readonly AgentEvent[], adopted: number): PendingMessage | undefined {
  const own = events.slice(adopted);
  const answers = own.filter((event) => isAgentMessage(event) || isRequestedFailure(event)).length;
  const message = own.filter(isUserMessage)[answers];
  return message && { message, number: answers + 1 };
}

/** A requested failure counts as an answer. */
function isRequestedFailure(event: AgentEvent): boolean {
  return event.kind === 'ConversationErrorEvent' && event.code === 'RequestedFailure';
}

/** The last action, if it has no outcome yet. */
export function lastAction(events: readonly AgentEvent[]): AgentEvent | undefined {
  const action = events.findLast((event) => event.kind === 'ActionEvent');
  return action && !outcomeOf(events, action) ? action : undefined;
}
