import { createHmac, timingSafeEqual } from 'node:crypto';
import { toBase32 } from './base32.ts';
import type { AcceptedKey } from './ingress-keys.ts';
import { NAME_LENGTH, type Name, readName } from './name.ts';

/** The name that one of these keys has signed. @returns undefined for any other text */
export function verifiedName(text: string, keys: readonly AcceptedKey[]): Name | undefined {
  const name = readName(text);
  const key = keys.find(({ number }) => number === name?.keyNumber);
  return name && key && isSigned(text, key) ? name : undefined;
}

/** In constant time, as the edge does. */
function isSigned(text: string, { key }: AcceptedKey): boolean {
  const half = NAME_LENGTH / 2;
  const digest = createHmac('sha256', key)
    .update(text.slice(0, half))
    .digest()
    .subarray(0, (half * 5) / 8);
  return timingSafeEqual(Buffer.from(toBase32(digest)), Buffer.from(text.slice(half)));
}
