import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sandbox } from '../record/sandbox.ts';

/** The path at the address of each opened port where a browser is let in. Its app gets no request for it. */
export const OPEN_PATH = '/_sandbox/open';

/** The cookie of a browser that was let in. `infra/ingress/edge/admission.js` checks it as `isAdmission` does. */
export const PORT_COOKIE = '__Host-sandbox-port';

/** How long a browser stays in, and how long a link works, in seconds. */
export const COOKIE_SECONDS = 12 * 60 * 60;
export const LINK_SECONDS = 60;

/** One port with one session key, whose rotation ends all cookies and links. */
interface AdmittedPort {
  readonly addressId: string;
  readonly slot: number;
  /** `edge_key_hash` of the sandbox. */
  readonly keyHash: string;
}

/** A sandbox that has no session key admits no browser to ports that ask for one. */
export function admittedPort({ address_id, edge_key_hash }: EdgeKeyed, slot: number): AdmittedPort {
  return { addressId: address_id, slot, keyHash: edge_key_hash ?? '' };
}

type EdgeKeyed = Pick<Sandbox, 'address_id' | 'edge_key_hash'>;

/** @param path where the link leads, or undefined for a cookie */
function signed({ addressId, slot, keyHash }: AdmittedPort, endsAt: number | string, path: string | undefined): string {
  const common = `${addressId}|${slot}|${endsAt}|${keyHash}`;
  return path === undefined ? `cookie|${common}` : `open|${common}|${path}`;
}

/**
 * The value of a cookie, or with a path the token of a link to it.
 *
 * @param endsAt in seconds since 1970
 * @param nameKey the key that signed the name of the port
 */
export function writeAdmission(port: AdmittedPort, endsAt: number, nameKey: string, path?: string): string {
  return `${endsAt}.${hmac(nameKey, signed(port, endsAt, path))}`;
}

/** Whether this is a cookie of the port, or with a path the token of a link to it, that has not ended. */
export function isAdmission(text: string, port: AdmittedPort, now: Date, nameKey: string, path?: string): boolean {
  const [, endsAt = '', signature = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(text) ?? [];
  if (!(Number(endsAt) > now.getTime() / 1000)) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(hmac(nameKey, signed(port, endsAt, path))));
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
