import { EC2Client } from '@aws-sdk/client-ec2';
import { SandboxKeys } from '../../domain/sandboxes/agent/keys.ts';
import { nextSnapshotStep } from '../../domain/sandboxes/snapshots/next-snapshot-step.ts';
import type { SnapshotDeps } from '../../domain/sandboxes/snapshots/perform-snapshot-step.ts';
import { syncWorkspace } from '../../domain/sandboxes/snapshots/sync-workspace.ts';
import { DynamoSnapshotCounts } from '../../domain/sandboxes/store/dynamo-snapshot-counts.ts';
import { DynamoSnapshotReader } from '../../domain/sandboxes/store/dynamo-snapshot-reader.ts';
import {
  DynamoCountedSnapshots,
  DynamoSnapshotStore,
  DynamoSnapshotWriter,
} from '../../domain/sandboxes/store/dynamo-snapshot-store.ts';
import { Ec2Disks } from '../../domain/sandboxes/workspace/ec2-disks.ts';
import { once, repeatable } from '../../platform/aws/call-limits.ts';
import { documents } from '../../platform/aws/documents.ts';
import { LambdaWorkers } from '../../platform/aws/lambda-workers.ts';
import { systemClock } from '../../platform/clock.ts';
import { requireEnv } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';
import { embeddedMetric } from '../../platform/metrics.ts';
import type { Tables, WorkerName } from '../../rights/statement.ts';
import { masterKeys, meteredWriter } from '../sandboxes.ts';

type Stored = Tables<'snapshots' | 'owners' | 'usage' | 'usageSums'>;

export const snapshotReader = (granted: Tables<'snapshots'>) => new DynamoSnapshotReader(documents(), granted);

/** For callers that change neither counts nor costs. */
export const snapshotWriter = (granted: Tables<'snapshots'>) => new DynamoSnapshotWriter(documents(), granted);

/** For callers that change the owner's count. */
export const countedSnapshots = (granted: Tables<'snapshots' | 'owners'>) =>
  new DynamoCountedSnapshots(documents(), granted);

export const snapshotCounts = (granted: Tables<'snapshots' | 'owners'>) =>
  new DynamoSnapshotCounts(documents(), granted);

export const snapshotStore = (granted: Stored) => new DynamoSnapshotStore(documents(), granted);

/** Starts the worker of a snapshot; returns at once. @param ebsSnapshotId what the worker looks at first */
export type StartSnapshotWorker = (ownerId: string, snapshotId: string, ebsSnapshotId?: string) => Promise<void>;

/** A failure is only logged, as the sweep starts it again. */
export const startSnapshotWorker = (granted: {
  readonly 'reconcile-snapshot': WorkerName<'reconcile-snapshot'>;
}): StartSnapshotWorker => {
  const workers = new LambdaWorkers();
  return async (ownerId, snapshotId, ebsSnapshotId) => {
    const work = { owner_id: ownerId, snapshot_id: snapshotId };
    const first = ebsSnapshotId === undefined ? {} : { ebs_snapshot_id: ebsSnapshotId };
    try {
      await workers.start(granted['reconcile-snapshot'], { ...work, ...first });
    } catch (error) {
      log.warn('the worker of a snapshot was not started', { owner_id: ownerId, snapshot_id: snapshotId, error });
    }
  };
};

type Working = Stored &
  Tables<'sandboxes'> & { readonly masterSecret: string; readonly 'wake-sandbox': WorkerName<'wake-sandbox'> };

export const snapshotDeps = (granted: Working): SnapshotDeps => {
  const keys = new SandboxKeys(masterKeys(granted));
  const metric = embeddedMetric(requireEnv('DEPLOYMENT'));
  const workers = new LambdaWorkers();
  return {
    nextSnapshotStep,
    snapshots: snapshotStore(granted),
    sandboxes: meteredWriter(granted),
    disks: new Ec2Disks({ repeatable: new EC2Client(repeatable), once: new EC2Client(once) }, requireEnv('DEPLOYMENT')),
    sync: (sandbox) => syncWorkspace(sandbox, keys),
    wake: async (ownerId, sandboxIds) => {
      const at = systemClock().toISOString();
      const sandboxes = sandboxIds.map((id) => ({ owner_id: ownerId, sandbox_id: id, at }));
      if (sandboxes.length > 0) await workers.start(granted['wake-sandbox'], { sandboxes });
    },
    alarm: (name) => metric(name, 1, 'Count'),
    metric,
    now: systemClock,
    random: Math.random,
  };
};
