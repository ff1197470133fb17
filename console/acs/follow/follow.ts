import { eventTime } from '../../../shared/client/agent-events.ts';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { backoff, wait } from '../../../shared/client/retries.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { executionStatusOf, readEvent } from '../../../shared/presentation/events/read-event.ts';
import { Failure, NoResponse } from '../output/failure.ts';
import { type Output, wordIn } from '../output/output.ts';
import { json } from '../output/plain.ts';
import { eventLine, isBookkeeping } from './event-line.ts';
import { history, isKept, type KeptEvent, kindOf, timeOf } from './history.ts';
import { liveEvents } from './live-events.ts';
import { SeenEvents } from './seen-events.ts';

type Conversation = components['schemas']['AppConversation'];

/**
 * Milliseconds between two reads of the history, while the sandbox is paused and while events are live; and how long
 * the first events of a connection are held for older ones.
 */
const defaultPace = { paused: 3000, live: 10_000, hold: 400 };

export interface FollowOptions {
  readonly kind?: string | undefined;
  readonly since?: Date | undefined;
  /** Prints a notice about the connection. */
  readonly say: (text: string) => void;
  readonly pace?: typeof defaultPace;
}

/**
 * The events of a conversation, each once: its history, then live events of its agent. The history lags behind the
 * agent, so the agent resends all events since its last one. The history is read again when the status of the sandbox
 * changes, and during a live connection, which can stall. Ends when the conversation is deleted.
 */
export async function* follow(
  client: ServiceClient,
  id: string,
  { kind, since, say, pace = defaultPace }: FollowOptions,
): AsyncGenerator<KeptEvent, void> {
  const seen = new SeenEvents(since);
  const isWanted = (event: KeptEvent) => isKept(event) && (!kind || kindOf(event) === kind) && seen.isNew(event);
  const past = (from: Date | undefined) => only(history(client, id, { kind, since: from }), isWanted);
  const notify = unlessRepeated(say);
  let before: Conversation['sandbox_status'] | undefined;
  let failures = 0;

  /** Reads once. @returns milliseconds until the next read; undefined at the end */
  async function* round(): AsyncGenerator<KeptEvent, number | undefined> {
    const conversation = await find(client, id);
    if (conversation === undefined) return undefined;
    const { conversation_url: url, session_api_key: sessionKey, sandbox_status: status } = conversation;
    yield* past(status === before ? seen.recent : seen.certainUntil);
    before = status;
    if (url === null || sessionKey === null) {
      notify(`${wordIn(sandboxNotices, status)} Waiting until it is running.`);
      failures = 0;
      return pace.paused;
    }
    // Events that the connection missed can be in the history.
    before = undefined;
    failures += 1;
    let lookedAt = Date.now();
    for await (const batch of liveEvents({
      url,
      sessionKey,
      from: seen.certainUntil,
      lookEvery: pace.live,
      hold: pace.hold,
    })) {
      if (batch.length > 0) {
        notify('Following live. Press Ctrl-C to stop.');
        failures = 0;
      }
      for (const event of batch) {
        if (isWanted(event)) yield event;
        if (isKept(event)) seen.hasFromAgent(event);
      }
      if (Date.now() - lookedAt < pace.live) continue;
      if ((await find(client, id)) === undefined) return undefined;
      yield* past(seen.recent);
      lookedAt = Date.now();
    }
    notify('The connection to the agent closed. Reconnecting.');
    return backoff(Math.max(1, failures));
  }

  for (;;) {
    try {
      const pause = yield* round();
      if (pause === undefined) return say('The conversation was deleted.');
      await wait(pause);
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (!isReported(error)) notify(`${error.message} Trying again.`);
      failures += 1;
      await wait(backoff(failures));
    }
  }
}

const sandboxNotices = {
  STARTING: 'The sandbox is starting.',
  RUNNING: 'The agent is starting.',
  PAUSED: 'The sandbox is paused.',
  ERROR: 'The sandbox failed.',
  MISSING: 'The sandbox no longer exists.',
} as const satisfies Record<Conversation['sandbox_status'], string>;

/** Whether a retry can succeed. */
function isTemporary(error: unknown): error is Error {
  return error instanceof NoResponse || (error instanceof ApiProblem && (error.status === 429 || error.status >= 500));
}

/** Whether the client has retried, and so reported it (`Outage`). */
function isReported(error: Error): boolean {
  return error instanceof NoResponse || (error instanceof ApiProblem && [502, 503, 504].includes(error.status));
}

function unlessRepeated(say: (text: string) => void): (text: string) => void {
  let said = '';
  return (text) => {
    if (text !== said) say(text);
    said = text;
  };
}

async function* only(
  events: AsyncGenerator<KeptEvent, void>,
  isWanted: (event: KeptEvent) => boolean,
): AsyncGenerator<KeptEvent, void> {
  for await (const event of events) if (isWanted(event)) yield event;
}

async function find(client: ServiceClient, id: string): Promise<Conversation | undefined> {
  try {
    const path = { conversation_id: id };
    return await answerOf(client.api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path } }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}

/** The final states of a run, with an error for those without a response. */
const ends: Readonly<Record<string, string | undefined>> = {
  finished: undefined,
  idle: undefined,
  waiting_for_confirmation: undefined,
  error: 'The agent stopped with an error.',
  stuck: 'The agent is stuck.',
  paused: 'The agent was stopped before it responded.',
};

/** The message that a response is awaited to. */
export interface SentMessage {
  /** The text; any message of the user counts without it. */
  readonly text?: string;
  /** The newest event before it was sent. */
  readonly after?: KeptEvent | undefined;
}

/** Sorts after every time. */
const LATER = '~';

/** Prints events until the run that takes the message has ended. @throws Failure when it ends with an error */
export async function showResponse(
  client: ServiceClient,
  id: string,
  out: Output,
  { text, after }: SentMessage = {},
): Promise<void> {
  const since = after && timeOf(after);
  const earliest = eventTime(after?.timestamp) ?? '';
  let hasBegun = false;
  for await (const event of follow(client, id, { since, say: (said) => out.say(said) })) {
    // `since` is precise to a millisecond, the times of agents to a microsecond.
    if ((eventTime(event.timestamp) ?? LATER) <= earliest) continue;
    if (out.json) process.stdout.write(`${json(event)}\n`);
    else if (!isBookkeeping(event)) process.stdout.write(`${eventLine(event, out, out.columns)}\n`);
    // A run that was under way can end before the message arrives.
    hasBegun ||= isMessage(event, text);
    const status = executionStatusOf(event);
    if (!hasBegun || status === undefined || !Object.hasOwn(ends, status)) continue;
    const bad = ends[status];
    if (bad !== undefined) throw new Failure(bad, `See: acs events ${id}`);
    return;
  }
}

function isMessage(event: KeptEvent, text: string | undefined): boolean {
  const content = readEvent(event, '')?.content;
  if (content?.type !== 'message' || content.from !== 'user') return false;
  // Agents hide the secrets in a message.
  return text === undefined || content.text.trim() === text.trim() || content.text.includes('<secret-hidden>');
}
