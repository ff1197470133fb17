import * as z from 'zod';

/**
 * A text that only the vault can read: encrypted with a data key of its own (AES-256-GCM), and that key with the deployment's. All in base64, and nothing in it
 * says what the text is, so that it may lie in a row, a log of changes or a backup.
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

/** Keeps secrets of owners. What is sealed for one owner and purpose opens for no other, whoever moves it to another row. */
export interface Vault {
  /** @throws AppError `unavailable` when the deployment's key cannot be reached. */
  seal(ownerId: string, purpose: string, text: string): Promise<Sealed>;
  /**
   * @throws BrokenSealError when it was sealed for somebody or something else, or is damaged.
   * @throws AppError `unavailable` when the deployment's key cannot be reached.
   */
  open(ownerId: string, purpose: string, sealed: Sealed): Promise<string>;
}

/** It names whose secret it was, and never what is in it. */
export class BrokenSealError extends Error {
  constructor(ownerId: string, purpose: string, options: { cause?: unknown } = {}) {
    super(`what is sealed for ${ownerId} as '${purpose}' does not open`, options);
    this.name = 'BrokenSealError';
  }
}
