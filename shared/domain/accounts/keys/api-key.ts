import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Lets people and secret scanners recognise a key of this service. */
const PREFIX = 'acs';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 12 characters name the key, 43 are its secret (256 bits), 6 a checksum that finds typing errors. */
const FORMAT = /^acs_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export interface ApiKey {
  readonly keyId: string;
  /** The whole key as a caller sends it. It is shown once and stored nowhere. */
  readonly text: string;
}

/** A new API key. */
export function newApiKey(): ApiKey {
  const keyId = randomText(12);
  const body = `${PREFIX}_${keyId}_${randomText(43)}`;
  return { keyId, text: `${body}${checksum(body)}` };
}

/** @returns undefined when this cannot be a key of this service: its form or its checksum is wrong. */
export function parseApiKey(text: string): ApiKey | undefined {
  const [, keyId, , sum] = FORMAT.exec(text) ?? [];
  if (!keyId || !sum || checksum(text.slice(0, -sum.length)) !== sum) return undefined;
  return { keyId, text };
}

/** Stored instead of the key. A key of 256 random bits needs no slow hash. */
export function hashOf(key: ApiKey): string {
  return createHash('sha256').update(key.text).digest('hex');
}

/** Compares in a time that does not depend on where two hashes differ. */
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

/** Bytes beyond a multiple of the alphabet are thrown away, so that each character is as likely as any other. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const usable = [...randomBytes(length)].filter((byte) => byte < 248);
    text += usable.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  }
  return text.slice(0, length);
}
