// biome-ignore lint/style/useNodejsImportProtocol: CloudFront's module has this name.
import crypto from 'crypto';
import { signatureBytes, signedPart } from './address.js';

/** The bytes of a signature: 120 bits. */
const SIGNED_BYTES = 15;

/** Compares in constant time. */
export function isSigned(text, key) {
  const digest = hmac(key, signedPart(text));
  const given = signatureBytes(text);
  let difference = 0;
  for (let at = 0; at < SIGNED_BYTES; at += 1) {
    difference |= given[at] ^ parseInt(digest.slice(2 * at, 2 * at + 2), 16);
  }
  return difference === 0;
}

/** In hexadecimal digits. */
export function hmac(key, text) {
  return crypto.createHmac('sha256', key).update(text).digest('hex');
}

export function sha256(text) {
  return crypto.createHash('sha256').update(text).digest('base64url');
}

/** Compares texts of the same length in constant time. */
export function isEqual(one, other) {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
