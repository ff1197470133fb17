import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { limits } from '../../shared/domain/sandboxes/record/limits.ts';
import { SnapshotWork, workOnSnapshot } from '../../shared/domain/sandboxes/snapshots/reconcile-snapshot.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { snapshotDeps } from '../../shared/wiring/sandboxes/snapshots.ts';

const depsOf = wired(() => snapshotDeps(grantedTo('reconcile-snapshot')));

/** Takes the next steps of a snapshot, and waits for its sandbox while that starts or stops. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const left = context.getRemainingTimeInMillis() - limits.takeStep * 1000;
  const wait = async (milliseconds: number) => void (await pause(milliseconds));
  await workOnSnapshot(SnapshotWork.parse(event), { ...deps, pause: wait }, new Date(deps.now().getTime() + left));
}
