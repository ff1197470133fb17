import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';

/**
 * The form of names and labels: 15 bytes and the first 15 bytes of their HMAC-SHA256 (120 bits), in lower-case base32
 * (RFC 4648), so that each is one DNS label.
 */
export const CONTENT_BYTES = 15;

/** The characters of the content: five bits each. As many follow for the signature. */
const HALF = (CONTENT_BYTES * 8) / 5;

export const SIGNED_TEXT_LENGTH = 2 * HALF;

export function signedText(content: Uint8Array, key: string): string {
  const signed = toBase32(content);
  return signed + signatureOf(signed, key);
}

/** Decodes the content without verifying it. @returns undefined for a text of another form */
export function contentOf(text: string): Buffer | undefined {
  return text.length === SIGNED_TEXT_LENGTH ? fromBase32(text.slice(0, HALF)) : undefined;
}

/** Compares in constant time, as the edge does. @param text of this form */
export function isSignedWith(text: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(signatureOf(text.slice(0, HALF), key)), Buffer.from(text.slice(HALF)));
}

/** The text of this form in a URL: the first part of its host or path. */
export function signedTextIn(url: string): string | undefined {
  return IN_URL.exec(url)?.[1];
}

const IN_URL = /* @__PURE__ */ new RegExp(`^https?://(?:[^/]+/)?([a-z2-7]{${SIGNED_TEXT_LENGTH}})(?=[./?]|$)`);

function signatureOf(signed: string, key: string): string {
  return toBase32(createHmac('sha256', key).update(signed).digest().subarray(0, CONTENT_BYTES));
}
