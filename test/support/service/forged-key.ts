import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The id of a real key with another secret and a valid checksum. Only the stored hash reveals it. */
export function forgedKey(realKey: string): string {
  const [prefix, keyId] = realKey.split('_');
  return withChecksum(`${prefix}_${keyId}_${'A'.repeat(43)}`);
}

export function unknownKey(): string {
  return withChecksum(`acs_${'Z'.repeat(12)}_${'A'.repeat(43)}`);
}

function withChecksum(body: string): string {
  let value = crc32(body);
  let checksum = '';
  while (checksum.length < 6) {
    checksum = `${ALPHABET.charAt(value % ALPHABET.length)}${checksum}`;
    value = Math.floor(value / ALPHABET.length);
  }
  return `${body}${checksum}`;
}
