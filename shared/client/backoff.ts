const FIRST_MILLISECONDS = 500;
const LONGEST_MILLISECONDS = 30_000;

/**
 * How many milliseconds to wait before connecting again, after so many failures in a row: longer each time, and by
 * chance, as others wait too.
 */
export function backoff(failures: number, chance: number = Math.random()): number {
  const most = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** Math.min(failures, 10));
  return Math.round(most / 2 + (most / 2) * chance);
}
