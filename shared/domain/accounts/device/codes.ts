import { createHash, randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';

/** How long a device code waits for its approval, in seconds. */
export const CODE_SECONDS = 600;

/** How many seconds a device waits between two polls. */
export const POLL_SECONDS = 5;

/** How many seconds longer it waits for good after each poll that came too soon (RFC 8628, section 3.5). */
export const SLOW_DOWN_SECONDS = 5;

/** The longest that a device is made to wait: known clients never wait longer, however often they are slowed down. */
export const MOST_POLL_SECONDS = 30;

/** Consonants only, as RFC 8628 advises: no two look alike, and no words come out. 20 of them, 8 times, are 34 bits. */
const USER_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

/** The secret with which the device polls. */
export function newDeviceCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text may be a device code. No other one is looked for. */
export function isDeviceCode(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The code that the device shows to its user. */
export function newUserCode(): string {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () => USER_ALPHABET.charAt(randomInt(USER_ALPHABET.length)));
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** Stored instead of a device code. */
export function hashOfDeviceCode(code: string): string {
  return hashOf('device_code', code);
}

/** Stored instead of a user code. It is the same for every way of typing the code. */
export function hashOfUserCode(code: string): string {
  return hashOf('user_code', code.toUpperCase().replaceAll(/[^A-Z]/g, ''));
}

/** Where the requests of one subject in one window of time are counted. */
export function hashOfWindow(rule: string, subject: string, window: number): string {
  return hashOf('window', `${rule}/${window}/${subject}`);
}

function hashOf(kind: string, text: string): string {
  return createHash('sha256').update(`${kind}/${text}`).digest('hex');
}

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
