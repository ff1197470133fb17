import { setTimeout as pause } from 'node:timers/promises';

/** Time limit for a condition on a busy machine, in milliseconds. */
const PATIENCE = 120_000;

/** Pause between two checks, in milliseconds. Checks over HTTP slow down the service. */
const FIRST_PAUSE = 80;
const LONGEST_PAUSE = 1_000;

type Look<T> = () => Promise<T | false | undefined> | T | false | undefined;

/** The next pause as a share of the time waited so far. */
const SHARE = 0.25;

/**
 * Waits for a result of `look` other than undefined or false.
 *
 * @throws an error that names `what`, with the last failure as its cause
 */
export async function eventually<T>(what: string, look: Look<T>, milliseconds = PATIENCE): Promise<T> {
  const start = Date.now();
  for (;;) {
    const outcome = await attempt(look);
    if ('value' in outcome && outcome.value !== undefined && outcome.value !== false) return outcome.value;
    const waited = Date.now() - start;
    if (waited > milliseconds) {
      throw new Error(`${what}: not within ${milliseconds} ms`, 'error' in outcome ? { cause: outcome.error } : {});
    }
    await pause(Math.min(Math.max(waited * SHARE, FIRST_PAUSE), LONGEST_PAUSE));
  }
}

async function attempt<T>(look: Look<T>): Promise<{ value: T | false | undefined } | { error: unknown }> {
  try {
    return { value: await look() };
  } catch (error) {
    return { error };
  }
}
