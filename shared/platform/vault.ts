import * as z from 'zod';

/**
 * A text that only the vault can decrypt. It is encrypted with its own data key (AES-256-GCM), and that key with the
 * deployment's key. All fields are in base64, and safe in rows, streams and backups.
 */
export const Sealed = z.object({
  v: z.literal(1),
  /** The data key, wrapped by the deployment's key. */
  key: z.string(),
  iv: z.string(),
  data: z.string(),
  tag: z.string(),
});
export type Sealed = z.infer<typeof Sealed>;

/** In place of a stored value that is none: it does not open. */
export const NO_SEAL: Sealed = { v: 1, key: '', iv: '', data: '', tag: '' };

/** Encrypts secrets. A seal opens only for its owner and purpose. */
export interface Vault {
  /** @throws AppError `unavailable` when the deployment's key is unreachable */
  seal(ownerId: string, purpose: string, text: string): Promise<Sealed>;
  /**
   * @throws BrokenSealError for a damaged seal, or one of another owner or purpose
   * @throws AppError `unavailable` when the deployment's key is unreachable
   */
  open(ownerId: string, purpose: string, sealed: Sealed): Promise<string>;
}

/** The message contains owner and purpose, never the secret. */
export class BrokenSealError extends Error {
  constructor(ownerId: string, purpose: string, options: { cause?: unknown } = {}) {
    super(`the seal of ${ownerId} for '${purpose}' cannot be opened`, options);
    this.name = 'BrokenSealError';
  }
}
