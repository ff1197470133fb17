import { setTimeout as pause } from 'node:timers/promises';
import { callWorker } from './workers.ts';

/** Pause between two sweeps, in milliseconds, so that they do not pile up on a slow machine. */
const BETWEEN_SWEEPS = 2_500;

/** Waits for work while sweeps run without delay. @param before is called before each sweep */
export async function withSweeps<T>(
  stateDirectory: string,
  work: Promise<T>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  const over = new AbortController();
  const sweeping = sweepUntil(over.signal, stateDirectory, before);
  try {
    // Sweeps end only by failing or after the work.
    return await Promise.race([work, sweeping.then(() => work)]);
  } finally {
    over.abort();
    await sweeping;
  }
}

async function sweepUntil(over: AbortSignal, stateDirectory: string, before: () => Promise<unknown>): Promise<void> {
  while (!over.aborted) {
    await before();
    // A failed sweep, which a test can cause, is followed by another.
    await callWorker(stateDirectory, 'sweep-sandboxes', {}).catch(() => undefined);
    // The end of the work ends the wait.
    await pause(BETWEEN_SWEEPS, undefined, { signal: over }).catch(() => undefined);
  }
}
