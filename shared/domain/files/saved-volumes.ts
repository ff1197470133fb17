import type { BlockSource } from '../../platform/ext4/block-source.ts';

/** The disks of sandboxes as they were saved. */
export interface SavedVolumes {
  /**
   * The bytes of a completed snapshot of EBS, until the signal ends all reading. Reads raise an AppError: `conflict`
   * when the snapshot is gone, `unavailable` when EBS refuses too many requests, `gateway_timeout` after the signal.
   */
  open(snapshotId: string, signal: AbortSignal): BlockSource;
}
