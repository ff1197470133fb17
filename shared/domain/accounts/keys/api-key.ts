import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Lets people and secret scanners recognise a key of this service. */
const PREFIX = 'acs';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The key id (12 characters), the secret (43, 256 bits), and a checksum against typing errors (6). */
const FORMAT = /^acs_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export interface ApiKey {
  readonly keyId: string;
  /** The whole key. It is shown once and never stored. */
  readonly text: string;
}

export function newApiKey(): ApiKey {
  const keyId = randomText(12);
  const body = `${PREFIX}_${keyId}_${randomText(43)}`;
  return { keyId, text: `${body}${checksum(body)}` };
}

/** @returns undefined for a wrong format or checksum */
export function parseApiKey(text: string): ApiKey | undefined {
  const [, keyId, , sum] = FORMAT.exec(text) ?? [];
  if (!keyId || !sum || checksum(text.slice(0, -sum.length)) !== sum) return undefined;
  return { keyId, text };
}

/** Stored instead of the key. A secret of 256 random bits needs no slow hash. */
export function hashOf(key: ApiKey): string {
  return createHash('sha256').update(key.text).digest('hex');
}

/** Compares hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

function checksum(body: string): string {
  let value = crc32(body);
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text = `${ALPHABET.charAt(value % ALPHABET.length)}${text}`;
    value = Math.floor(value / ALPHABET.length);
  }
  return text;
}

/** Discards bytes above the last multiple of the alphabet, so that all characters are equally likely. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const usable = [...randomBytes(length)].filter((byte) => byte < 248);
    text += usable.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  }
  return text.slice(0, length);
}
