import { setTimeout as sleep } from 'node:timers/promises';
import type { QueuedEvent } from './event-queue.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { InstancePool } from './instance-pool.ts';
import { failure, type Outcome } from './outcome.ts';

interface RetryOptions {
  readonly delaysMilliseconds: readonly number[];
  /** Aborts when the runner stops: a failure then is no attempt of the function. */
  readonly signal: AbortSignal;
  log(line: string): void;
  /** Whether the function may not run now. Such an event waits, and this is no attempt. */
  isThrottled(): boolean;
}

/** How often a throttled function is asked for again. */
const THROTTLED_PAUSE_MS = 250;

/** Runs an event until success or its last attempt. @returns false when the runner stops before */
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
    // The sleep rejects only when the runner stops; the loop then ends by itself.
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
