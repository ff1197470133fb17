import { timestamp } from '../../../platform/clock.ts';

/** Budgets are for a calendar month in UTC. */

/** The month of a moment, as `2026-11`. */
export function monthOf(now: Date): string {
  return timestamp(now).slice(0, 7);
}

/** When the month of a moment is over, and its budgets begin anew. */
export function monthEnd(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
