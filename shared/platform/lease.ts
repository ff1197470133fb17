import { timestamp } from './clock.ts';

/**
 * Leases. Until its end, the holder of a lease is the only one that works on its purpose; after that, another worker
 * may replace it. For a lease in the fields of a versioned row, these functions suffice; `aws/lease-change.ts` takes
 * one by a conditional write.
 */

/** Whether a lease is held: null and undefined are free leases. */
export function isHeld(until: string | null | undefined, now: Date): boolean {
  return until !== null && until !== undefined && until > timestamp(now);
}

/** When a lease ends that is taken or renewed now. */
export function leaseUntil(now: Date, seconds: number): string {
  return timestamp(new Date(now.getTime() + seconds * 1000));
}
