import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { FunctionSettings } from './function-settings.ts';
import type { InstancePool } from './instance-pool.ts';
import { failure, type Outcome } from './outcome.ts';

interface RetryOptions {
  readonly delaysMilliseconds: readonly number[];
  /** Aborts when the runner stops. A failure after that is not an attempt of the function. */
  readonly signal: AbortSignal;
  log(line: string): void;
  /** Whether the function cannot run now. The event then waits, and no attempt is counted. */
  isThrottled(): boolean;
}

/** Pause between checks of a throttled function. */
const THROTTLED_PAUSE_MS = 250;

/** Runs an event until it succeeds or is given up. @returns false when the runner stops first */
export async function invokeWithRetries(
  pool: InstancePool,
  queued: QueuedEvent,
  settings: Pick<FunctionSettings, 'retries' | 'eventAgeMilliseconds'>,
  { delaysMilliseconds, signal, log, isThrottled }: RetryOptions,
): Promise<boolean> {
  const expiresAt = queued.acceptedAt + settings.eventAgeMilliseconds;
  let problem = 'it is too old';
  let attempts = 0;
  while (!signal.aborted && attempts <= settings.retries && Date.now() <= expiresAt) {
    if (isThrottled()) {
      await sleep(THROTTLED_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      continue;
    }
    const { functionError } = await attemptOnce(pool, queued);
    if (!functionError) return true;
    problem = functionError.errorMessage;
    attempts += 1;
    const delay = delaysMilliseconds[Math.min(attempts, delaysMilliseconds.length) - 1] ?? 0;
    const isLast = attempts > settings.retries || Date.now() + delay > expiresAt;
    if (isLast) break;
    // The sleep rejects only when the runner stops, which ends the loop.
    await sleep(delay, undefined, { signal }).catch(() => undefined);
  }
  if (signal.aborted) return false;
  log(lostLine(queued, attempts, problem));
  return true;
}

async function attemptOnce(pool: InstancePool, { requestId, event }: QueuedEvent): Promise<Outcome> {
  try {
    return await pool.run({ requestId, event });
  } catch (error) {
    return failure('ServiceException', String(error));
  }
}

function lostLine({ requestId }: QueuedEvent, attempts: number, problem: string): string {
  const message = `Asynchronous invocation given up after ${attempts} attempts: ${problem}`;
  return JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', requestId, message });
}

const QueuedEvent = z.object({
  functionName: z.string(),
  requestId: z.string(),
  /** The event as JSON. */
  event: z.string(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
});
export type QueuedEvent = z.infer<typeof QueuedEvent>;

/**
 * Accepted asynchronous invocations, one file each, so that a crash loses none. They hold keys: only the user can read
 * them.
 */
export class EventQueue {
  readonly #directory: string;

  /** Without a directory, nothing is kept. */
  constructor(directory: string | undefined) {
    this.#directory = directory ?? '';
    if (this.#directory !== '') mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
  }

  /** Returns when the event is on disk, because Lambda then accepts it. */
  add(entry: QueuedEvent): void {
    if (this.#directory === '') return;
    const path = this.#pathOf(entry.requestId);
    writeFileSync(`${path}.draft`, JSON.stringify(entry), { mode: 0o600 });
    renameSync(`${path}.draft`, path);
  }

  remove(requestId: string): void {
    if (this.#directory !== '') rmSync(this.#pathOf(requestId), { force: true });
  }

  /** The events that an earlier run left, oldest first. */
  remaining(): readonly QueuedEvent[] {
    if (this.#directory === '') return [];
    return readdirSync(this.#directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => QueuedEvent.parse(JSON.parse(readFileSync(join(this.#directory, name), 'utf8'))))
      .toSorted((a, b) => a.acceptedAt - b.acceptedAt);
  }

  #pathOf(requestId: string): string {
    return join(this.#directory, `${requestId}.json`);
  }
}
