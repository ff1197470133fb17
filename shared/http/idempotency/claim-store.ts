import type { Part } from '../../platform/aws/transact.ts';
import type { ClaimRecord } from './claim-record.ts';

/** Another request with the same key was faster. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** The claims by Idempotency-Keys. */
export interface ClaimStore {
  /** A consistent read; it may still find expired claims. */
  find(ownerId: string, requestKey: string): Promise<ClaimRecord | undefined>;
  /** The claim as a part that fails with `ClaimLostError` after an earlier use. @param written on success */
  part(record: ClaimRecord, written: () => void): Promise<Part>;
  /** Writes a claim where there is none. @throws ClaimLostError. */
  add(record: ClaimRecord): Promise<void>;
  /** Replaces a claim, unless another writer changed it since it was read. @throws ClaimLostError. */
  replace(before: ClaimRecord, next: ClaimRecord): Promise<void>;
}
