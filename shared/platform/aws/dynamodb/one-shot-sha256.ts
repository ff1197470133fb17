import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Checksum } from '@smithy/types';

/** Node parses a key each time it is given as bytes. The signer asks for the same few again and again. */
const keys = new Map<string, KeyObject>();

/** A deployment's functions sign with a key of the day and with their secret. */
const KEPT_KEYS = 8;

/** SHA-256 for the signer: all it hashes are short texts, which Node hashes in one call. */
export class OneShotSha256 implements Checksum {
  readonly #secret: Buffer | undefined;
  readonly #parts: Uint8Array[] = [];

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret === undefined ? undefined : bytesOf(secret);
  }

  update(part: Uint8Array): void {
    this.#parts.push(part);
  }

  reset(): void {
    this.#parts.length = 0;
  }

  async digest(): Promise<Uint8Array> {
    const [first = new Uint8Array(), ...others] = this.#parts;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#parts);
    if (this.#secret === undefined) return hash('sha256', bytes, 'buffer');
    return createHmac('sha256', keyOf(this.#secret)).update(bytes).digest();
  }
}

function keyOf(secret: Buffer): KeyObject {
  const name = secret.toString('latin1');
  const known = keys.get(name);
  if (known) return known;
  if (keys.size >= KEPT_KEYS) keys.clear();
  const key = createSecretKey(secret);
  keys.set(name, key);
  return key;
}

function bytesOf(secret: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof secret === 'string') return Buffer.from(secret);
  return ArrayBuffer.isView(secret)
    ? Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)
    : Buffer.from(secret);
}
