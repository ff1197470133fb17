/** How many seconds before each attempt, the first of which is made at once. Together about three days. */
export const retryDelays = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Delays are longer by up to a tenth, so that messages that failed together are not retried together. */
export const JITTER = 0.1;

/** The longest wait that a receiver's `Retry-After` may cause, in seconds. */
export const MAX_RETRY_AFTER = 86_400;

/** The next attempt after `made`, or null; the longer of schedule and `retryAfter` (seconds) wins. */
export function nextAttemptAt(
  made: number,
  now: Date,
  random: () => number,
  retryAfter: number | null = null,
): Date | null {
  const delay = retryDelays[made];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * random());
  const asked = Math.min(retryAfter ?? 0, MAX_RETRY_AFTER);
  return new Date(now.getTime() + Math.ceil(Math.max(jittered, asked) * 1000));
}

/** The seconds from now in `Retry-After`: a number of them, or a date (RFC 9110). Null when it cannot be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
