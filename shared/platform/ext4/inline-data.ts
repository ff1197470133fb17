import { corrupt } from './ext4-error.ts';
import type { Inode } from './inode.ts';

const MAGIC = 0xea02_0000;
const HEADER_BYTES = 4;
const ENTRY_BYTES = 16;
/** The index of names that begin with `system.`. */
const SYSTEM = 7;
const NAME = 'data';

/**
 * The content that is in the inode itself: 60 bytes, and the rest as an attribute. A file can be longer: the rest of it
 * is a hole. @throws Ext4Error
 */
export function inlineData(inode: Inode): Buffer {
  return Buffer.concat([inode.root, attribute(inode)]).subarray(0, inode.size);
}

/** The value of `system.data`; empty without it. */
function attribute({ attributes, number }: Inode): Buffer {
  if (attributes.length < HEADER_BYTES || attributes.readUInt32LE(0) !== MAGIC) return Buffer.alloc(0);
  const body = attributes.subarray(HEADER_BYTES);
  let offset = 0;
  // Four zeros end the list.
  while (offset + ENTRY_BYTES <= body.length && body.readUInt32LE(offset) !== 0) {
    const nameLength = body.readUInt8(offset);
    const name = body.toString('latin1', offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameLength);
    if (body.readUInt8(offset + 1) === SYSTEM && name === NAME) {
      const start = body.readUInt16LE(offset + 2);
      const end = start + body.readUInt32LE(offset + 8);
      if (body.readUInt32LE(offset + 4) !== 0 || end > body.length) throw corrupt(`inode ${number} has no content`);
      return body.subarray(start, end);
    }
    offset += ENTRY_BYTES + 4 * Math.ceil(nameLength / 4);
  }
  return Buffer.alloc(0);
}
