import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type * as z from 'zod';
import { PortName } from '../../../contract/shapes/enums.ts';
import { fromBase32, toBase32 } from './base32.ts';

/** The signed content of the address of one sandbox port, in a single DNS label. */
export interface Label {
  /** The number of the ingress key that signs it. */
  readonly keyNumber: number;
  readonly name: z.infer<typeof PortName>;
  /** The public IPv4 address of the task. */
  readonly address: string;
  readonly port: number;
  /** The lower 16 bits of the sandbox's generation, so that no two generations share an address. */
  readonly generation: number;
  /** When the edge begins to refuse it, in seconds since 1970. */
  readonly endsAt: number;
}

/** The first byte of each label. `infra/ingress/viewer-request.js` reads only this layout. */
const VERSION = 1;

/** The signed bytes. The same number of bytes of the HMAC, 120 bits, follows. */
const SIGNED_BYTES = 15;

/** The characters of each half: five bits each. */
const HALF = (SIGNED_BYTES * 8) / 5;

/** A whole label: 48 characters of lower-case base32 (RFC 4648). */
export const LABEL_LENGTH = 2 * HALF;

const names = PortName.options;

/**
 * @param key the ingress key of `keyNumber`
 * @throws RangeError for an address or number that does not fit
 */
export function writeLabel({ keyNumber, name, address, port, generation, endsAt }: Label, key: string): string {
  const bytes = Buffer.alloc(SIGNED_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt8(keyNumber, 1);
  bytes.writeUInt8(names.indexOf(name), 2);
  bytes.set(octetsOf(address), 3);
  bytes.writeUInt16BE(port, 7);
  bytes.writeUInt16BE(generation % 0x1_0000, 9);
  bytes.writeUInt32BE(endsAt, 11);
  const signed = toBase32(bytes);
  return signed + signatureOf(signed, key);
}

/** Decodes a label without verifying it, which only the edge does. @returns undefined when it is not a label */
export function readLabel(text: string): Label | undefined {
  const bytes = text.length === LABEL_LENGTH ? fromBase32(text.slice(0, HALF)) : undefined;
  const name = bytes && names[bytes.readUInt8(2)];
  if (!bytes || !name || bytes.readUInt8(0) !== VERSION) return undefined;
  return {
    keyNumber: bytes.readUInt8(1),
    name,
    address: [...bytes.subarray(3, 7)].join('.'),
    port: bytes.readUInt16BE(7),
    generation: bytes.readUInt16BE(9),
    endsAt: bytes.readUInt32BE(11),
  };
}

/** Decodes the label in a URL: the first part of its host or path. @returns undefined without a label */
export function labelIn(url: string): Label | undefined {
  const text = LABEL_IN_URL.exec(url)?.[1];
  return text === undefined ? undefined : readLabel(text);
}

const LABEL_IN_URL = new RegExp(`^https?://(?:[^/]+/)?([a-z2-7]{${LABEL_LENGTH}})(?=[./?]|$)`);

function signatureOf(signed: string, key: string): string {
  return toBase32(createHmac('sha256', key).update(signed).digest().subarray(0, SIGNED_BYTES));
}

function octetsOf(address: string): readonly number[] {
  if (!isIPv4(address)) throw new RangeError(`'${address}' is not an IPv4 address`);
  return address.split('.').map(Number);
}
