import type { Clock } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import type { Metric } from '../../../platform/metrics.ts';
import * as reasons from '../../../presentation/snapshot-reasons.ts';
import type { Disks } from '../record/disks.ts';
import { isAccessError, type OperatorAlarm } from '../record/failures.ts';
import { snapshotName } from '../record/identity.ts';
import { leases, limits } from '../record/limits.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { ownedEbsSnapshot, type WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import type { SnapshotStore } from '../store/snapshot-store.ts';
import type { nextSnapshotStep, SnapshotObservation, SnapshotStep } from './next-snapshot-step.ts';
import * as changes from './snapshot-changes.ts';

export interface SnapshotDeps {
  /** Decides on the step. Injected so that tests can show the effect of a wrong decision. */
  readonly nextSnapshotStep: typeof nextSnapshotStep;
  readonly snapshots: SnapshotStore;
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly disks: Pick<Disks, 'take' | 'takenFor' | 'snapshot' | 'deleteSnapshot'>;
  /** Writes the file system of a running sandbox to its disk. @returns false if the agent did not confirm it */
  readonly sync: (sandbox: Sandbox) => Promise<boolean>;
  /** Reconciles sandboxes whose start waited; returns at once. */
  readonly wake: (ownerId: string, sandboxIds: readonly string[]) => Promise<void>;
  readonly alarm: OperatorAlarm;
  readonly metric: Metric;
  readonly now: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** Takes one step and returns the new observation. */
export async function performSnapshotStep(
  row: WorkspaceSnapshot,
  step: Exclude<SnapshotStep, { kind: 'none' }>,
  seen: SnapshotObservation,
  deps: SnapshotDeps,
): Promise<SnapshotObservation> {
  const now = deps.now();
  const save = async (next: WorkspaceSnapshot): Promise<SnapshotObservation> => {
    await deps.snapshots.save({ previous: row, next });
    return {};
  };
  switch (step.kind) {
    case 'look-at-sandbox':
      return { ...seen, sandbox: await sandboxOf(row, deps) };
    case 'look-for-copies':
      return { ...seen, copies: await deps.disks.takenFor(snapshotName(row)) };
    case 'look-at-copy':
      return { ...seen, ebs: await copyOf(step.ebsSnapshotId, deps) };
    case 'take':
      return take(row, step.sandbox, deps);
    case 'adopt':
      await save(changes.taken(row, step.snapshot, row.synced, now));
      // Read again once its id is recorded: the event of its end may have come before, when no row named it.
      return { ebs: await copyOf(step.snapshot.id, deps) };
    case 'move':
      return move(row, step.sandbox, step.ebsSnapshotId, deps);
    case 'share':
      return share(row, step.sandbox, step.snapshotId, deps);
    case 'finish':
      await save(changes.ready(row, now));
      return finished(row, deps);
    case 'lose-copy':
      await deleteCopy(row, deps);
      return save(changes.copyLost(row, step.reason, deps.random, now));
    case 'fail':
      await deleteCopy(row, deps);
      return fail(row, step.reason, deps);
    case 'lose-data':
      return loseData(row, step.reason, deps);
    case 'delete':
      return save(changes.deletionRequested(row, now));
    case 'bury':
      return bury(
        row,
        step.strays.map(({ id }) => id),
        deps,
      );
  }
}

/** A later sandbox with the same id is another one. */
async function sandboxOf(row: WorkspaceSnapshot, { sandboxes }: SnapshotDeps): Promise<Sandbox | 'absent'> {
  const sandbox = await sandboxes.find(row.owner_id, row.sandbox_id);
  return sandbox?.created_at === row.sandbox_created_at ? sandbox : 'absent';
}

async function copyOf(id: string, { disks }: SnapshotDeps) {
  return { id, found: await disks.snapshot(id) };
}

/** Copies a disk in use. A lease comes first: two workers would both find no copy, and make two. */
async function take(row: WorkspaceSnapshot, sandbox: Sandbox, deps: SnapshotDeps): Promise<SnapshotObservation> {
  const begun = changes.takeBegun(row, sandbox, leases.take, deps.now());
  const { volume_id: volumeId } = begun;
  if (volumeId === null) throw new Error(`sandbox ${sandbox.sandbox_id} has no volume to copy`);
  await deps.snapshots.save({ previous: row, next: begun });
  const synced = await deps.sync(sandbox);
  const outcome = await deps.disks.take(volumeId, snapshotName(row));
  const save = (next: WorkspaceSnapshot) => deps.snapshots.save({ previous: begun, next });
  const now = deps.now();
  if (outcome.kind === 'accepted') {
    await save(changes.taken(begun, outcome.snapshot, synced, now));
    return { ebs: await copyOf(outcome.snapshot.id, deps) };
  }
  const where = { owner_id: row.owner_id, snapshot_id: row.snapshot_id };
  if (outcome.kind === 'unclear') {
    log.warn('CreateSnapshot has an unknown result', { ...where, error: outcome.error });
    await save(changes.takeRefused(begun, deps.random, now));
    return {};
  }
  const { code, message, retryable } = outcome;
  log.warn('EC2 refused a snapshot', { ...where, code, message });
  if (code === 'access_denied') deps.alarm('AccessErrors');
  const isOver = code === 'quota_reached' && begun.refusals + 1 >= limits.quotaSaves;
  // A volume that is gone was saved when its task ended, and the next step moves that.
  if ((retryable && !isOver) || code === 'volume_lost') await save(changes.takeRefused(begun, deps.random, now));
  else return fail(begun, reasonOf(code, message), deps);
  return {};
}

function reasonOf(code: string, message: string) {
  if (code === 'access_denied') return reasons.copyRefused;
  return code === 'quota_reached' ? reasons.ebsQuotaReached : reasons.copyFailed(message);
}

/** The saved workspace becomes the snapshot's, and both rows change together. */
async function move(row: WorkspaceSnapshot, sandbox: Sandbox, ebsSnapshotId: string, deps: SnapshotDeps) {
  const next = changes.moved(row, sandbox, ebsSnapshotId, deps.now());
  const change = { previous: sandbox, next: next.sandbox, madeSnapshot: row.snapshot_id };
  const parts = deps.snapshots.parts({ previous: row, next: next.snapshot });
  await deps.sandboxes.save([change], undefined, parts);
  return finished(row, deps);
}

async function share(row: WorkspaceSnapshot, sandbox: Sandbox, baseId: string, deps: SnapshotDeps) {
  const base = await deps.snapshots.find(row.owner_id, baseId);
  if (!base) return fail(row, reasons.baseMissing, deps);
  const next = changes.shared(row, sandbox, base, deps.now());
  const parts = deps.snapshots.parts({ previous: row, next: next.snapshot });
  await deps.sandboxes.save([{ previous: sandbox, next: next.sandbox }], undefined, parts);
  return finished(row, deps);
}

const ofService = new Set(['access_denied', 'snapshot_quota_reached', 'snapshot_failed', 'snapshot_timeout']);

async function fail(row: WorkspaceSnapshot, reason: typeof reasons.copyRefused, deps: SnapshotDeps) {
  await deps.snapshots.save({ previous: row, next: changes.failed(row, reason, deps.now()) });
  const where = { owner_id: row.owner_id, snapshot_id: row.snapshot_id, reason: reason.code };
  // Not a failure of the service if there is nothing to copy.
  if (ofService.has(reason.code)) deps.metric('SaveFailed', 1, 'Count', where);
  log.warn('a snapshot failed', where);
  await deps.wake(row.owner_id, row.waiting);
  return {};
}

/** Those that share its data are written first: the sweep asks again only for the row that owns the data. */
async function loseData(row: WorkspaceSnapshot, reason: typeof reasons.dataGone, deps: SnapshotDeps) {
  const { snapshots, now } = deps;
  const id = ownedEbsSnapshot(row);
  const lost = async (previous: WorkspaceSnapshot) =>
    snapshots.save({ previous, next: changes.dataLost(previous, reason, now()) });
  for (const { snapshot_id: other } of id === null ? [] : await snapshots.referencesTo(row.owner_id, id)) {
    const sharing = other === row.snapshot_id ? undefined : await snapshots.find(row.owner_id, other);
    if (sharing?.state === 'READY') await lost(sharing);
  }
  await lost(row);
  log.warn('the EBS snapshot of a snapshot no longer exists', { owner_id: row.owner_id, snapshot_id: row.snapshot_id });
  return {};
}

async function finished(row: WorkspaceSnapshot, deps: SnapshotDeps): Promise<SnapshotObservation> {
  const seconds = (deps.now().getTime() - Date.parse(row.created_at)) / 1000;
  deps.metric('SaveFailed', 0, 'Count', { owner_id: row.owner_id, snapshot_id: row.snapshot_id, seconds });
  await deps.wake(row.owner_id, row.waiting);
  return {};
}

/** A copy that failed. The sweep deletes what this does not, as no row refers to it any more. */
async function deleteCopy(row: WorkspaceSnapshot, deps: SnapshotDeps): Promise<void> {
  const id = ownedEbsSnapshot(row);
  if (id !== null) await removeCopy(id, deps);
}

/** A failure is not fatal: the next pass tries again. */
async function removeCopy(id: string, { disks, alarm }: SnapshotDeps): Promise<'gone' | 'busy'> {
  try {
    return (await disks.deleteSnapshot(id)) === 'busy' ? 'busy' : 'gone';
  } catch (error) {
    if (isAccessError(error)) alarm('AccessErrors');
    log.warn('an EBS snapshot was not deleted', { ebs_snapshot_id: id, error });
    return 'busy';
  }
}

async function bury(row: WorkspaceSnapshot, strays: readonly string[], deps: SnapshotDeps) {
  const owned = ownedEbsSnapshot(row);
  for (const id of owned === null ? strays : [...strays, owned])
    if ((await removeCopy(id, deps)) === 'busy') return { isBusy: true };
  await deps.snapshots.save({ previous: row, next: changes.buried(row, deps.now()) });
  return {};
}
