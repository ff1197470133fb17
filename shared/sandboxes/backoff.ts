import { limits } from './limits.ts';

/**
 * When to try again: the pause doubles with each try, and a random part of it keeps sandboxes apart that failed together.
 *
 * @param tries how many there were, 1 after the first
 * @param random from 0 to below 1
 */
export function backoff(tries: number, now: Date, random: () => number): Date {
  const seconds = Math.min(limits.retryPause, 5 * 2 ** (tries - 1));
  return new Date(now.getTime() + seconds * (0.5 + random() / 2) * 1000);
}
