import { createHash, randomBytes } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** A new id: UUIDv7 (RFC 9562) as 32 hex characters, so that ids made later sort later. */
export function newId(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The one form under which an id is stored and looked up: UUIDs lose dashes and case, other ids stay as they are. */
export function canonicalId(text: string): string {
  return isUuid(text) ? text.replaceAll('-', '').toLowerCase() : text;
}

/** The dashed form of a 32-character hex id, which agent servers print. */
export function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A stable UUID (version 8, RFC 9562) for a name that is no UUID itself: agent servers accept nothing else as a conversation id. */
export function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
}
