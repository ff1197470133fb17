import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Checksum } from '@smithy/types';

/** Keys for HMAC. Node parses a key in bytes with each use, and the signer uses the same few keys. */
const keys = new Map<string, KeyObject>();

/** Functions sign with a key of the day and with their secret. */
const KEPT_KEYS = 8;

/** SHA-256 for the signer, which only hashes short texts: one call to Node for each. */
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
