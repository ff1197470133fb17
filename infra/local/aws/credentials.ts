import { createHash } from 'node:crypto';

/** What a process needs to sign a request to the local AWS endpoint. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(bytes: Uint8Array, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => BASE32[byte % BASE32.length]).join('');
}

/**
 * The credentials under which a function calls AWS locally. They are derived from its name, so that every part of the local cloud can tell
 * who signed a request without a table of issued keys.
 */
export function credentialsOf(functionName: string): Credentials {
  const digest = createHash('sha512').update(functionName).digest();
  return {
    accessKeyId: `ASIA${base32(digest, 16)}`,
    secretAccessKey: digest.subarray(16, 46).toString('base64url'),
  };
}
