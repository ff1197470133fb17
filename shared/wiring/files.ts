import { EbsPairs } from '../domain/files/ebs-pairs.ts';
import { EbsVolumes } from '../domain/files/ebs-volumes.ts';
import type { ReadFilesDeps } from '../domain/files/reach-files.ts';
import type { ReadSnapshotDeps } from '../domain/files/reach-snapshot.ts';
import { sharedHandler } from '../platform/aws/call-limits.ts';
import { EbsClient } from '../platform/aws/ebs-client.ts';
import { systemClock } from '../platform/clock.ts';
import type { Tables } from '../rights/statement.ts';
import { reachDeps } from './agents.ts';
import { snapshotReader } from './sandboxes/snapshots.ts';

export const savedVolumes = () => new EbsVolumes(new EbsClient(sharedHandler));

export const savedPairs = () => new EbsPairs(new EbsClient(sharedHandler));

/** For functions that read files of sandboxes, running or saved. */
export const readFilesDeps = (granted: Parameters<typeof reachDeps>[0]): ReadFilesDeps => ({
  ...reachDeps(granted),
  volumes: savedVolumes(),
});

/** For functions that read files of snapshots. */
export const readSnapshotDeps = (granted: Tables<'snapshots'>): ReadSnapshotDeps => ({
  snapshots: snapshotReader(granted),
  volumes: savedVolumes(),
  now: systemClock,
});
