import { limits } from './limits.ts';

/** When to try again: twice as late with each of `tries`, with a random part that keeps sandboxes apart. */
export function backoff(tries: number, now: Date, random: () => number): Date {
  const seconds = Math.min(limits.retryPause, 5 * 2 ** (tries - 1));
  return new Date(now.getTime() + seconds * (0.5 + random() / 2) * 1000);
}
