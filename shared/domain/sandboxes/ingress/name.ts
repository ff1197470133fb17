import type * as z from 'zod';
import { PortName } from '../../../contract/shapes/enums.ts';
import { fromBase32, randomBase32, toBase32 } from './base32.ts';
import { CONTENT_BYTES, contentOf, signedText, signedTextIn } from './signed-text.ts';

/**
 * The signed content of the lasting address of one sandbox port, in a single DNS label. It holds nothing that changes
 * with a pause, so that the address lives as long as its sandbox. The edge finds the task by `addressId`.
 */
export interface Name {
  /** The number of the name key that signs it. */
  readonly keyNumber: number;
  /** Identifies the sandbox: 16 characters of base32. */
  readonly addressId: string;
  readonly port: number;
  /** 0 to 3: a port of the spec, by its name. From `FIRST_OPENED_SLOT` to 255: one that a client opened. */
  readonly slot: number;
}

/** The first byte of each name, which distinguishes names from labels. */
const VERSION = 2;

/** The random bytes of a sandbox's address: too many to guess. */
const ID_BYTES = 10;

/** The slots of ports that clients opened. None is used twice, so that the address of a closed port stays dead. */
export const FIRST_OPENED_SLOT = 8;
export const LAST_SLOT = 255;

export function newAddressId(): string {
  return randomBase32((ID_BYTES * 8) / 5);
}

/** The slot of a port of the spec. */
export function slotOf(name: z.infer<typeof PortName>): number {
  return PortName.options.indexOf(name);
}

/**
 * @param key the name key of `keyNumber`
 * @throws RangeError for a number that does not fit
 */
export function writeName({ keyNumber, addressId, port, slot }: Name, key: string): string {
  const id = fromBase32(addressId);
  if (id?.length !== ID_BYTES) throw new RangeError(`'${addressId}' is not the address id of a sandbox`);
  const bytes = Buffer.alloc(CONTENT_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt8(keyNumber, 1);
  bytes.set(id, 2);
  bytes.writeUInt16BE(port, 12);
  bytes.writeUInt8(slot, 14);
  return signedText(bytes, key);
}

/** Decodes a name without verifying it. @returns undefined when it is not a name */
export function readName(text: string): Name | undefined {
  const bytes = contentOf(text);
  if (!bytes || bytes.readUInt8(0) !== VERSION) return undefined;
  return {
    keyNumber: bytes.readUInt8(1),
    addressId: toBase32(bytes.subarray(2, 12)),
    port: bytes.readUInt16BE(12),
    slot: bytes.readUInt8(14),
  };
}

/** Decodes the name in a URL: the first part of its host or path. @returns undefined without a name */
export function nameIn(url: string): Name | undefined {
  const text = signedTextIn(url);
  return text === undefined ? undefined : readName(text);
}
