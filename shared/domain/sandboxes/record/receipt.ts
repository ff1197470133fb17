import { timestamp } from '../../../platform/clock.ts';
import type { Receipt } from './sandbox.ts';

/** The receipt of a deletion that was asked for, on which nothing is yet. */
export function newReceipt(now: Date): Receipt {
  return { requested_at: timestamp(now), collected: false, completed_at: null, items: [] };
}
