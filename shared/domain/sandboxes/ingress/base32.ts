import { randomBytes } from 'node:crypto';

/** The alphabet of RFC 4648 in lower case, as DNS labels are case-insensitive. Node has no base32. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Random characters, each of five bits. */
export function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % 32)).join('');
}

/** Five bits a character, without padding. The number of bytes must be a multiple of five. */
export function toBase32(bytes: Uint8Array): string {
  const groups = Array.from({ length: bytes.length / 5 }, (_, at) => bytes.subarray(5 * at, 5 * at + 5));
  return groups.map(charactersOf).join('');
}

/** @returns undefined for other characters, or for a length that is not a whole number of bytes */
export function fromBase32(text: string): Buffer | undefined {
  if (text.length % 8 !== 0 || [...text].some((character) => !ALPHABET.includes(character))) return undefined;
  const groups = text.match(/.{8}/g) ?? [];
  return Buffer.from(groups.map((group) => numberOf(group).toString(16).padStart(10, '0')).join(''), 'hex');
}

/** A number holds forty bits exactly. */
function charactersOf(group: Uint8Array): string {
  let value = Buffer.from(group).readUIntBE(0, 5);
  let text = '';
  for (let at = 0; at < 8; at += 1) {
    text = ALPHABET.charAt(value % 32) + text;
    value = Math.floor(value / 32);
  }
  return text;
}

function numberOf(group: string): number {
  return [...group].reduce((value, character) => value * 32 + ALPHABET.indexOf(character), 0);
}
