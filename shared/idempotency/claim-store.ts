import type { Part } from '../aws/transact.ts';
import type { ClaimRecord } from './claim-record.ts';

/** Another request with the same key was faster. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** What was sent with which key. */
export interface ClaimStore {
  /** Reads what is stored now, not what was a moment ago; what has expired may still be found. */
  find(ownerId: string, requestKey: string): Promise<ClaimRecord | undefined>;
  /**
   * The claim as part of a transaction, which fails with `ClaimLostError` when the key was used before.
   *
   * @param written hears that it went through
   */
  part(record: ClaimRecord, written: () => void): Promise<Part>;
  /** Writes a claim where there is none. @throws ClaimLostError. */
  add(record: ClaimRecord): Promise<void>;
  /** Writes a claim over the one that was read, which nobody may have written since. @throws ClaimLostError. */
  replace(before: ClaimRecord, next: ClaimRecord): Promise<void>;
}
