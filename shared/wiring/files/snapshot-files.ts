import type { CompareDeps } from '../../domain/files/compare-snapshots.ts';
import { EbsPairs } from '../../domain/files/ebs-pairs.ts';
import type { ReadSnapshotDeps } from '../../domain/files/reach-snapshot.ts';
import { sharedHandler } from '../../platform/aws/call-limits.ts';
import { EbsClient } from '../../platform/aws/ebs-client.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Tables } from '../../rights/statement.ts';
import { savedVolumes } from '../files.ts';
import { snapshotReader } from '../sandboxes/snapshots.ts';

/** For functions that read files of snapshots. */
export const readSnapshotDeps = (granted: Tables<'snapshots'>): ReadSnapshotDeps => ({
  snapshots: snapshotReader(granted),
  volumes: savedVolumes(),
  now: systemClock,
});

/** For functions that compare snapshots. */
export const compareDeps = (granted: Tables<'snapshots'>): CompareDeps => ({
  snapshots: snapshotReader(granted),
  pairs: new EbsPairs(new EbsClient(sharedHandler)),
  now: systemClock,
});
