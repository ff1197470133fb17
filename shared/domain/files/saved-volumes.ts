import { AppError } from '../../platform/errors.ts';
import type { BlockSource } from '../../platform/ext4/block-source.ts';

/** The disks of sandboxes as they were saved. */
export interface SavedVolumes {
  /**
   * The bytes of a completed snapshot of EBS, until the signal ends all reading. Reads raise an AppError:
   * `SavedGoneError` when the snapshot is gone, `unavailable` when EBS refuses too many requests, `gateway_timeout`
   * after the signal.
   */
  open(snapshotId: string, signal: AbortSignal): BlockSource;
}

/** Two disks of which one can be a later state of the other. */
export interface ComparedVolumes {
  readonly before: BlockSource;
  readonly after: BlockSource;
}

/** The same for two of them, which reads what they have in common once. */
export interface SavedPairs {
  openPair(before: string, after: string, signal: AbortSignal): ComparedVolumes;
}

/** A snapshot of EBS that no longer exists. A newer one has replaced it, or someone has deleted it. */
export class SavedGoneError extends AppError {
  constructor(cause: unknown) {
    super('conflict', 'The saved workspace was replaced meanwhile. Try again.', { cause });
    this.name = 'SavedGoneError';
  }
}
