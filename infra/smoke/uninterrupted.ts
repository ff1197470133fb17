import { StepFailed } from './step-failed.ts';

/** How long the first answer to a start may take, in seconds: less than its step, and more than a cold function. */
const SECONDS = 45;

/**
 * A call that starts something. Ctrl-C does not cut it short: what was started has to be known to be deleted.
 *
 * @throws StepFailed with `late` when no answer came
 */
export async function uninterrupted<T>(call: (signal: AbortSignal) => Promise<T>, late: string): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new StepFailed(`No answer came within ${SECONDS} seconds. ${late}`)),
    SECONDS * 1000,
  );
  try {
    return await call(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
