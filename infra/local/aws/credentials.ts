import { createHmac, randomBytes } from 'node:crypto';

/** The keys with which a process signs requests to the local AWS endpoint. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A function's credentials for the local AWS. The same name always gets the same credentials. */
export type CredentialsOf = (functionName: string) => Credentials;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Derives credentials from the function name and a secret seed, so that no sandbox on this machine can derive them. */
export function issueCredentials(seed: Uint8Array = randomBytes(32)): CredentialsOf {
  return (functionName) => {
    const digest = createHmac('sha512', seed).update(functionName).digest();
    return {
      accessKeyId: `ASIA${base32(digest.subarray(0, 24))}`,
      secretAccessKey: digest.subarray(24, 54).toString('base64url'),
    };
  };
}

/** The local cloud's admin credentials, which allow everything. */
export function issueAdminCredentials(): Credentials {
  return {
    accessKeyId: `LOCAL${base32(randomBytes(24))}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
}

function base32(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => BASE32[byte % BASE32.length]).join('');
}
