import { isIPv4 } from 'node:net';
import type * as z from 'zod';
import { PortName } from '../../../contract/shapes/enums.ts';
import { CONTENT_BYTES, contentOf, signedText, signedTextIn } from './signed-text.ts';

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

/** The first byte of each label. `infra/ingress/edge/address.js` reads only this layout. */
const VERSION = 1;

const names = PortName.options;

/**
 * @param key the ingress key of `keyNumber`
 * @throws RangeError for an address or number that does not fit
 */
export function writeLabel({ keyNumber, name, address, port, generation, endsAt }: Label, key: string): string {
  const bytes = Buffer.alloc(CONTENT_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt8(keyNumber, 1);
  bytes.writeUInt8(names.indexOf(name), 2);
  bytes.set(octetsOf(address), 3);
  bytes.writeUInt16BE(port, 7);
  bytes.writeUInt16BE(generation % 0x1_0000, 9);
  bytes.writeUInt32BE(endsAt, 11);
  return signedText(bytes, key);
}

/** Decodes a label without verifying it, which only the edge does. @returns undefined when it is not a label */
export function readLabel(text: string): Label | undefined {
  const bytes = contentOf(text);
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
  const text = signedTextIn(url);
  return text === undefined ? undefined : readLabel(text);
}

function octetsOf(address: string): readonly number[] {
  if (!isIPv4(address)) throw new RangeError(`'${address}' is not an IPv4 address`);
  return address.split('.').map(Number);
}
