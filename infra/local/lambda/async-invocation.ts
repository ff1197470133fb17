import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionSettings } from './function-settings.ts';
import type { Invocation } from './instance.ts';
import type { InstancePool } from './instance-pool.ts';
import { failure, type Outcome } from './outcome.ts';

interface RetryOptions {
  readonly delaysMilliseconds: readonly number[];
  readonly signal: AbortSignal;
  log(line: string): void;
}

/** Runs an event until it succeeds, its attempts are used up or it is too old. The last failure is logged, never thrown: nobody waits. */
export async function invokeWithRetries(
  pool: InstancePool,
  invocation: Invocation,
  settings: Pick<FunctionSettings, 'retries' | 'eventAgeMilliseconds'>,
  options: RetryOptions,
): Promise<void> {
  const { delaysMilliseconds, signal } = options;
  const expiresAt = Date.now() + settings.eventAgeMilliseconds;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const { functionError } = await attemptOnce(pool, invocation);
    if (!functionError || signal.aborted) return;
    const delay = delaysMilliseconds[Math.min(attempt, delaysMilliseconds.length - 1)] ?? 0;
    if (attempt >= settings.retries || Date.now() + delay > expiresAt) {
      options.log(lostLine(invocation, attempt + 1, functionError.errorMessage));
      return;
    }
    // The sleep rejects only when the runner stops; the loop then ends by itself.
    await sleep(delay, undefined, { signal }).catch(() => undefined);
  }
}

async function attemptOnce(pool: InstancePool, invocation: Invocation): Promise<Outcome> {
  try {
    return await pool.run(invocation);
  } catch (error) {
    return failure('ServiceException', String(error));
  }
}

function lostLine({ requestId }: Invocation, attempts: number, problem: string): string {
  const message = `Asynchronous invocation given up after ${attempts} attempts: ${problem}`;
  return JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', requestId, message });
}
