import { createHmac, randomBytes } from 'node:crypto';

/** What a process needs to sign a request to the local AWS endpoint. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The credentials under which a function calls AWS locally: always the same for the same name. */
export type CredentialsOf = (functionName: string) => Credentials;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Credentials by function name and a secret seed, so that no sandbox on this machine can derive them. */
export function issueCredentials(seed: Uint8Array = randomBytes(32)): CredentialsOf {
  return (functionName) => {
    const digest = createHmac('sha512', seed).update(functionName).digest();
    return {
      accessKeyId: `ASIA${base32(digest.subarray(0, 24))}`,
      secretAccessKey: digest.subarray(24, 54).toString('base64url'),
    };
  };
}

/** The local cloud's own credentials, which open everything. */
export function issueAdminCredentials(): Credentials {
  return {
    accessKeyId: `LOCAL${base32(randomBytes(24))}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
}

function base32(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => BASE32[byte % BASE32.length]).join('');
}
