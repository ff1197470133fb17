import type { EbsClient } from '../../platform/aws/ebs-client.ts';
import type { BlockSource } from '../../platform/ext4/block-source.ts';
import { EbsSnapshot } from './ebs-snapshot.ts';
import type { SavedVolumes } from './saved-volumes.ts';

/** Reads snapshots of EBS through its direct APIs. */
export class EbsVolumes implements SavedVolumes {
  readonly #ebs: EbsClient;

  constructor(ebs: EbsClient) {
    this.#ebs = ebs;
  }

  open(snapshotId: string, signal: AbortSignal): BlockSource {
    return new EbsSnapshot(this.#ebs, snapshotId, signal);
  }
}
