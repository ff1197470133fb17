import { createHash, randomBytes } from 'node:crypto';

/** A new id: UUIDv7 (RFC 9562) as 32 hex characters, so that newer ids sort last. */
export function newId(now: Date): string {
  return idOf(now, randomBytes(16));
}

function idOf(time: Date, bytes: Buffer): string {
  bytes.writeUIntBE(time.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
}

/** An id as of `newId` that a repeated request derives again from its time and its name. */
export function derivedId(time: Date, name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  return idOf(time, bytes);
}

/** An upper bound of the ids that `newId` made until this time. */
export function lastIdOf(time: Date): string {
  return `${time.getTime().toString(16).padStart(12, '0')}${'f'.repeat(20)}`;
}

/** A stable UUID (version 8, RFC 9562) for a name. */
export function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
}
