import { createHash, randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';

/** Lifetime of a device code in seconds. */
export const CODE_SECONDS = 600;

/** Seconds between two polls of a device. */
export const POLL_SECONDS = 5;

/** Seconds that each early poll adds to the interval (RFC 8628, section 3.5). */
export const SLOW_DOWN_SECONDS = 5;

/** Maximum interval. Known clients ignore longer ones. */
export const MOST_POLL_SECONDS = 30;

/** Consonants without look-alikes, so that codes spell no words (RFC 8628). 8 of 20 letters are 34 bits. */
const USER_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

/** The secret that the device polls with. */
export function newDeviceCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the format of a device code. */
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

/** Stored instead of a user code. Ignores case, spaces and dashes. */
export function hashOfUserCode(code: string): string {
  return hashOf('user_code', code.toUpperCase().replaceAll(/[^A-Z]/g, ''));
}

function hashOf(kind: string, text: string): string {
  return createHash('sha256').update(`${kind}/${text}`).digest('hex');
}

/** The row of a device code. */
export const DeviceRecord = z.object({
  code_hash: z.string(),
  status: z.enum(['pending', 'approved', 'denied', 'redeemed']),
  /** The owner and the API key or the person that approved or denied the device. */
  owner_id: z.string().optional(),
  key_id: z.string().optional(),
  /** Whether a person decided, whose id `key_id` is. */
  by_person: z.boolean().optional(),
  /** The user agent and the IP address of the request for the code. */
  program: z.string().optional(),
  address: z.string().optional(),
  /** What the program claims. */
  client_name: z.string().optional(),
  device_name: z.string().optional(),
  requested_scopes: z.array(z.string()).default([]),
  /** What the approval gives the device. */
  granted: z.object({ name: z.string(), scopes: z.array(z.string()), expires_at: z.int() }).optional(),
  /** Milliseconds since 1970. */
  next_poll_at: z.int(),
  /** Milliseconds between two polls. Each early poll increases it. */
  interval_ms: z.int().default(POLL_SECONDS * 1000),
  /** Seconds since 1970: end of the code. The table's TTL deletes the row later. */
  expires_at: z.int(),
});
export type DeviceRecord = z.infer<typeof DeviceRecord>;

/** The row of a user code, which points to the device code. */
export const UserCodeRecord = z.object({ code_hash: z.string(), device_code_hash: z.string(), expires_at: z.int() });

export function hasExpired({ expires_at: expiresAt }: { readonly expires_at: number }, now: Date): boolean {
  return expiresAt * 1000 <= now.getTime();
}
