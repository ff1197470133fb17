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
import { composeAnswer, think } from './answer.ts';

/** What the agent has in one turn: the answer to one message. */
export interface TurnContext {
  readonly message: MessageEvent;
  /** Which message of the conversation it answers, from 1. */
  readonly number: number;
  readonly agent: JsonObject;
  readonly secrets: SecretRegistry;
  readonly runner: CommandRunner;
  readonly directory: string;
  readonly events: readonly AgentEvent[];
  readonly needsConfirmation: boolean;
  readonly signal: AbortSignal;
  append(content: EventContent): AgentEvent;
  /** Shows a piece of the answer that is being written. */
  stream(delta: Delta): void;
  /** Counts a question to the model. */
  spend(prompt: string, completion: string): void;
}

/** A failure that a user asked for, to see what a failure looks like. */
class RequestedFailure extends Error {
  override readonly name = 'RequestedFailure';
}

/**
 * Answers one message. Messages that begin with a slash are a script: `/wait 5` answers later, `/stream 5 WORDS` writes
 * the words piece by piece, `/run COMMAND` uses the terminal, `/secret NAME` proves that a secret arrived by its
 * SHA-256, `/fail WHY` ends in an error.
 *
 * @returns whether it ended; otherwise it waits for the user to confirm its action
 */
export async function takeTurn(turn: TurnContext): Promise<boolean> {
  const text = textOf(turn.message.llm_message);
  await think(turn.message.llm_message, turn.signal);
  if (text.startsWith('/fail')) throw new RequestedFailure(text.slice(5).trim() || 'A failure was asked for.');
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
  const result = await runInTerminal(command, directory, secrets, runner, signal);
  return turn.append(terminalObservation(action, command, result));
}

/** What came of an action, if it was not lost with the server that ran it. */
function outcomeOf(events: readonly AgentEvent[], action: AgentEvent): AgentEvent | undefined {
  return events.find((event) => event !== action && event.tool_call_id === action.tool_call_id);
}

function summaryOf(outcome: AgentEvent): string {
  if (outcome.kind === 'UserRejectObservation') return 'You did not want me to run the command.';
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
  /** What the agent says that it thought before. */
  readonly reasoning: string;
  readonly text: string;
  readonly seconds: number;
}

/** About as long as a token. */
const PIECE = /.{1,4}/gsu;

/** Reads a message such as `/stream 5 WORDS`: the words are the answer, written within five seconds. */
function readStreamed(message: string): StreamedAnswer | undefined {
  const [, seconds, text] = /^\/stream (\d{1,4}(?:\.\d+)?)\s+(.+)$/s.exec(message) ?? [];
  if (seconds === undefined || text === undefined) return undefined;
  const reasoning = `I am to write ${text.length} characters, and take ${seconds} seconds for it.`;
  return { reasoning, text, seconds: Number(seconds) };
}

/** Gives an answer piece by piece, its thoughts first. */
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
/** What an agent reads of a command's output; the middle of a longer one is left out. */
const longestOutput = 30_000;

/** Runs a command with the secrets that it names in its environment, and masks them in its output. */
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
    { command, cwd: directory, timeoutSeconds, environment, signal },
    { stdout: read, stderr: read },
  );
  signal.throwIfAborted();
  const masked = await secrets.mask(output.trimEnd());
  return { output: masked, exitCode, isTimeout: exitCode === -1, directory };
}

function shorten(text: string): string {
  if (text.length <= longestOutput) return text;
  const half = longestOutput / 2;
  return `${text.slice(0, half)}\n[... the middle of the output is left out ...]\n${text.slice(-half)}`;
}

export interface PendingMessage {
  readonly message: MessageEvent;
  /** Which message of the conversation it is, from 1. */
  readonly number: number;
}

/** The message to answer next, by the count of answers. @param adopted events recorded elsewhere, without answers */
export function nextMessage(events: readonly AgentEvent[], adopted: number): PendingMessage | undefined {
  const own = events.slice(adopted);
  const answers = own.filter((event) => isAgentMessage(event) || isRequestedFailure(event)).length;
  const message = own.filter(isUserMessage)[answers];
  return message && { message, number: answers + 1 };
}

/** A failure that a message asked for is its answer. */
function isRequestedFailure(event: AgentEvent): boolean {
  return event.kind === 'ConversationErrorEvent' && event.code === 'RequestedFailure';
}

/** The last action, if nothing came of it yet. */
export function lastAction(events: readonly AgentEvent[]): AgentEvent | undefined {
  const action = events.findLast((event) => event.kind === 'ActionEvent');
  return action && !outcomeOf(events, action) ? action : undefined;
}
