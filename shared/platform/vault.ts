import * as z from 'zod';

/**
 * A text that only the vault can read: encrypted with a data key of its own (AES-256-GCM), and that key with the
 * deployment's. All in base64, and none of it reveals the text, so that it may be in a row, a log of changes or a
 * backup.
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

/** Seals secrets of owners. A seal for one owner and purpose opens for no other, wherever it is moved. */
export interface Vault {
  /** @throws AppError `unavailable` when the deployment's key cannot be reached. */
  seal(ownerId: string, purpose: string, text: string): Promise<Sealed>;
  /**
   * @throws BrokenSealError when it was sealed for another owner or purpose, or is damaged.
   * @throws AppError `unavailable` when the deployment's key cannot be reached.
   */
  open(ownerId: string, purpose: string, sealed: Sealed): Promise<string>;
}

/** It names the owner and purpose of the secret, and never its content. */
export class BrokenSealError extends Error {
  constructor(ownerId: string, purpose: string, options: { cause?: unknown } = {}) {
    super(`what is sealed for ${ownerId} as '${purpose}' does not open`, options);
    this.name = 'BrokenSealError';
  }
}
