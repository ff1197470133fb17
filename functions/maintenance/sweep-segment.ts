import * as z from 'zod';
import { RepeatedFailures } from '../../shared/domain/maintenance/repeated-failures.ts';
import { SweepCursors } from '../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../shared/domain/maintenance/sweep-run.ts';
import { type LookDeps, Segment, sweepSegment } from '../../shared/domain/maintenance/sweep-segment.ts';
import { LambdaWorkers } from '../../shared/platform/aws/lambda-workers.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { snapshotReader, startSnapshotWorker } from '../../shared/wiring/sandboxes/snapshots.ts';
import { masterKeys, reconcileDeps, sandboxIngress, sweepProgress } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ segment: Segment });

const depsOf = wired(() => wire(grantedTo('sweep-segment')));

interface Deps extends LookDeps {
  /** Kept between the runs of one instance, so that a run knows earlier failures. */
  readonly repeated: RepeatedFailures;
}

/** Sweeps a part of a large fleet. The next run begins where this one ran out of time. */
export async function handler(event: unknown): Promise<void> {
  const deps = depsOf();
  const { segment } = Order.parse(event);
  const places = await SweepCursors.read(deps.progress, deps.now);
  const run = new SweepRun(deps.now, places, deps.repeated);
  await sweepSegment(segment, run, places, deps);
  log.info('segment of the sweep', { segment, findings: run.findings, ...run.details() });
}

function wire(granted: Granted<'sweep-segment'>): Deps {
  const master = masterKeys(granted);
  const workers = new LambdaWorkers();
  return {
    ...reconcileDeps(granted, master),
    snapshots: snapshotReader(granted),
    workOnSnapshot: startSnapshotWorker(granted),
    repeated: new RepeatedFailures(),
    ingress: sandboxIngress(master),
    progress: sweepProgress(granted),
    wake: (order) => workers.start(granted['wake-sandbox'], order),
  };
}
