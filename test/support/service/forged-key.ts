import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A real key's id, another secret and the right checksum: only the stored hash shows that it is wrong. */
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
