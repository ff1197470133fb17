import { timestamp } from './clock.ts';

/**
 * Leases: only the holder works on a task until the lease ends. These functions are enough for leases in versioned
 * rows. `aws/lease-change.ts` takes a lease with a conditional write.
 */

/** Whether a lease is held. Null and undefined mean a free lease. */
export function isHeld(until: string | null | undefined, now: Date): boolean {
  return until !== null && until !== undefined && until > timestamp(now);
}

/** The end of a lease that begins now. */
export function leaseUntil(now: Date, seconds: number): string {
  return timestamp(new Date(now.getTime() + seconds * 1000));
}
