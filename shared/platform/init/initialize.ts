import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { optionalEnv } from '../env.ts';
import { log } from '../log.ts';
import { Rehearsal } from '../rehearsal/rehearsal.ts';
import { tapeFrom } from '../rehearsal/tape.ts';
import { tasksOf } from './during-init.ts';
import { forgetWired } from './wired.ts';

type Handler = (event: unknown, ...rest: unknown[]) => unknown;

/** How long the rehearsal, and then the preparations, may take, in milliseconds. Lambda gives INIT 10 seconds. */
const PATIENCE_MS = 2_000;

/**
 * What Lambda does in INIT, at full speed, and nothing of it in a request: plays a recorded request through the
 * handler, so that all code of the next one has run; forgets what that has made; makes the dependencies of the real
 * environment; opens its connections and fetches its secrets. A function works without any of it, only slower: so a
 * failure is a line in the log.
 */
export async function initialize(handler: Handler, tapeUrl: URL, patience = PATIENCE_MS): Promise<void> {
  const playing = await rehearsed(handler, tapeUrl, patience);
  const wire = forgetWired();
  try {
    const tasks = tasksOf(wire);
    const connects = playing?.connections ?? [];
    const outcomes = await within(patience, Promise.allSettled([...connects, ...tasks].map((task) => task())));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') log.warn('INIT could not prepare a call', { error: outcome.reason });
    }
  } catch (error) {
    log.warn('INIT could not prepare the function', { error });
  }
}

/** @returns what was played, as far as it came */
async function rehearsed(handler: Handler, tapeUrl: URL, patience: number): Promise<Rehearsal | undefined> {
  let playing: Rehearsal | undefined;
  try {
    const tape = tapeFrom(readFileSync(tapeUrl, 'utf8'), optionalEnv);
    const end = Date.now() + patience;
    playing = new Rehearsal(tape);
    await within(
      patience,
      playing.run(async () => play(handler, tape.event, end)),
    );
    const { missed } = playing;
    if (missed.length > 0) log.warn('INIT played a tape that lacks calls', { calls: missed.slice(0, 10) });
  } catch (error) {
    log.warn('INIT could not play its tape', { error });
  }
  return playing;
}

/** A handler that streams takes three arguments. */
function play(handler: Handler, event: unknown, end: number): unknown {
  return handler.length > 2 ? handler(event, sink(), contextUntil(end)) : handler(event, contextUntil(end));
}

/** What a run seems to have left, in milliseconds: workers end early with less than they keep for their last steps. */
const TIME_LEFT_MS = 60_000;

/** What Lambda gives with an event, as far as functions read it. */
function contextUntil(end: number) {
  return {
    awsRequestId: '00000000-0000-4000-8000-000000000000',
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()) + TIME_LEFT_MS,
  };
}

/** Takes the pieces of a streamed answer. */
function sink(): Writable {
  const stream = new Writable({ write: (_piece, _encoding, done) => done() });
  return Object.assign(stream, { setContentType: () => undefined });
}

/** @throws when the time is over */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('it took too long')), milliseconds);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
