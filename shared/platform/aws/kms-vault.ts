import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../errors.ts';
import { BrokenSealError, type Sealed, type Vault } from '../vault.ts';
import { repeatable } from './call-limits.ts';
import { DecryptCommand, GenerateDataKeyCommand, KmsClient } from './kms-client.ts';

/** KMS errors for a wrapped key that is damaged, or that has another key or context. */
const broken = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);

/** Temporary errors: KMS is busy or unreachable. */
const temporary = new Set([
  'ThrottlingException',
  'LimitExceededException',
  'DependencyTimeoutException',
  'KMSInternalException',
  'KeyUnavailableException',
  'TimeoutError',
]);

/**
 * Secrets under a KMS key. Each text has its own data key, which KMS decrypts only for the same owner and purpose: both
 * are the encryption context, which CloudTrail also records.
 */
export class KmsVault implements Vault {
  readonly #client: Pick<KmsClient, 'send'>;
  readonly #keyArn: string;

  constructor(client: Pick<KmsClient, 'send'>, keyArn: string) {
    this.#client = client;
    this.#keyArn = keyArn;
  }

  async seal(ownerId: string, purpose: string, text: string): Promise<Sealed> {
    const EncryptionContext = { owner_id: ownerId, purpose };
    const command = new GenerateDataKeyCommand({ KeyId: this.#keyArn, KeySpec: 'AES_256', EncryptionContext });
    const { Plaintext, CiphertextBlob } = await this.#client.send(command).catch(throwUnavailable);
    if (!Plaintext || !CiphertextBlob) throw new Error('KMS made no data key');
    try {
      const key = Buffer.from(CiphertextBlob).toString('base64');
      return { v: 1, key, ...encrypt(text, Plaintext, contextOf(ownerId, purpose)) };
    } finally {
      Plaintext.fill(0);
    }
  }

  async open(ownerId: string, purpose: string, sealed: Sealed): Promise<string> {
    const dataKey = await this.#unwrap(ownerId, purpose, sealed.key);
    try {
      return decrypt(sealed, dataKey, contextOf(ownerId, purpose));
    } catch (cause) {
      throw new BrokenSealError(ownerId, purpose, { cause });
    } finally {
      dataKey.fill(0);
    }
  }

  async #unwrap(ownerId: string, purpose: string, wrapped: string): Promise<Uint8Array> {
    const CiphertextBlob = Buffer.from(wrapped, 'base64');
    // KMS has a different error for an empty key.
    if (CiphertextBlob.length === 0) throw new BrokenSealError(ownerId, purpose);
    const EncryptionContext = { owner_id: ownerId, purpose };
    const command = new DecryptCommand({ KeyId: this.#keyArn, CiphertextBlob, EncryptionContext });
    try {
      const { Plaintext } = await this.#client.send(command);
      if (!Plaintext) throw new Error('KMS opened no data key');
      return Plaintext;
    } catch (cause) {
      if (cause instanceof Error && broken.has(cause.name)) throw new BrokenSealError(ownerId, purpose, { cause });
      return throwUnavailable(cause);
    }
  }
}

/** Temporary errors become `unavailable`. Others are for operators, such as a disabled key. */
function throwUnavailable(error: unknown): never {
  if (!(error instanceof Error && (temporary.has(error.name) || isServerFault(error) || isConnection(error))))
    throw error;
  throw new AppError('unavailable', 'Secrets cannot be read or written at the moment. Try again.', {
    cause: error,
    extensions: { retry_after_seconds: 5 },
  });
}

function isServerFault(error: Error): boolean {
  return '$fault' in error && error.$fault === 'server';
}

function isConnection(error: Error): boolean {
  return 'code' in error && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(String(error.code));
}

const ALGORITHM = 'aes-256-gcm';

/** 96 bits, as GCM requires. Each data key encrypts only one text, so texts never share key and IV. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a data key of 32 bytes. `context` is not stored. Decryption needs the same. */
export function encrypt(text: string, dataKey: Uint8Array, context: string): Omit<Sealed, 'v' | 'key'> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, dataKey, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { iv: iv.toString('base64'), data: data.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
}

/** @throws when the key, the context or a byte differs */
export function decrypt(sealed: Omit<Sealed, 'v' | 'key'>, dataKey: Uint8Array, context: string): string {
  const iv = Buffer.from(sealed.iv, 'base64');
  const decipher = createDecipheriv(ALGORITHM, dataKey, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  const text = Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]);
  return text.toString('utf8');
}

/** A unique text for a pair of owner and purpose. */
export function contextOf(ownerId: string, purpose: string): string {
  return JSON.stringify([ownerId, purpose]);
}

/** Wiring of functions that encrypt or decrypt secrets. */
export const vault = ({ vaultKey }: VaultKey) => new KmsVault(new KmsClient(repeatable), vaultKey);

/** The right to the KMS key. */
export interface VaultKey {
  readonly vaultKey: string;
}
