/** How many seconds before each attempt, the first of which is made at once. Together about three days. */
export const retryDelays = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Delays are longer by up to a tenth, so that what failed together does not come back together. */
export const JITTER = 0.1;

/** No receiver is waited for longer than this because it says so, in seconds. */
export const MOST_RETRY_AFTER = 86_400;

/**
 * When the next attempt is due, or null when there is none left.
 *
 * @param made how many attempts were made, this one included
 * @param retryAfter how long the receiver asks to wait, in seconds; longer than the schedule wins
 */
export function nextAttemptAt(
  made: number,
  now: Date,
  random: () => number,
  retryAfter: number | null = null,
): Date | null {
  const delay = retryDelays[made];
  if (delay === undefined) return null;
  const jittered = delay * (1 + JITTER * random());
  const asked = Math.min(retryAfter ?? 0, MOST_RETRY_AFTER);
  return new Date(now.getTime() + Math.ceil(Math.max(jittered, asked) * 1000));
}

/** What `Retry-After` says, in seconds from now: a number of them, or a date (RFC 9110). Null when it says nothing that can be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
