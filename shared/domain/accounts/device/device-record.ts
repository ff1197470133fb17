import * as z from 'zod';
import { POLL_SECONDS } from './codes.ts';

/** A device that waits for its key: the row of its device code. */
export const DeviceRecord = z.object({
  code_hash: z.string(),
  status: z.enum(['pending', 'approved', 'denied', 'redeemed']),
  /** The user who decided, and the key of theirs. */
  owner_id: z.string().optional(),
  key_id: z.string().optional(),
  /** What asked for the code, as its request told. */
  program: z.string().optional(),
  address: z.string().optional(),
  /** Milliseconds since 1970. */
  next_poll_at: z.int(),
  /** Milliseconds between two polls. It grows with each that comes too soon, and never shrinks. */
  interval_ms: z.int().default(POLL_SECONDS * 1000),
  /** Seconds since 1970: a code works no longer, and the table's time to live removes its row some time later. */
  expires_at: z.int(),
});
export type DeviceRecord = z.infer<typeof DeviceRecord>;

/** The row of the code that a person types; it leads to the device. */
export const UserCodeRecord = z.object({ code_hash: z.string(), device_code_hash: z.string(), expires_at: z.int() });

export function hasExpired({ expires_at: expiresAt }: { readonly expires_at: number }, now: Date): boolean {
  return expiresAt * 1000 <= now.getTime();
}
