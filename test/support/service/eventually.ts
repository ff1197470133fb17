import { setTimeout as pause } from 'node:timers/promises';

/** How long a condition may take on a busy machine, in milliseconds. */
const PATIENCE = 120_000;

/** Between two looks, in milliseconds: looks over HTTP cost the service that is waited for. */
const FIRST_PAUSE = 80;
const LONGEST_PAUSE = 1_000;

/** The share of the time waited so far that the next pause takes. */
const SHARE = 0.25;

/** The first result of `look`. @throws its last failure, or an error that names `what`, when time is up */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  milliseconds = PATIENCE,
): Promise<T> {
  const start = Date.now();
  for (;;) {
    const outcome = await attempt(look);
    if ('value' in outcome && outcome.value !== undefined) return outcome.value;
    const waited = Date.now() - start;
    if (waited > milliseconds) {
      throw new Error(`${what}: not within ${milliseconds} ms`, 'error' in outcome ? { cause: outcome.error } : {});
    }
    await pause(Math.min(Math.max(waited * SHARE, FIRST_PAUSE), LONGEST_PAUSE));
  }
}

async function attempt<T>(
  look: () => Promise<T | undefined> | T | undefined,
): Promise<{ value: T | undefined } | { error: unknown }> {
  try {
    return { value: await look() };
  } catch (error) {
    return { error };
  }
}
