import { workers } from '../../../shared/contract/workers.ts';
import { limits } from '../../../shared/domain/sandboxes/record/limits.ts';
import { createSnapshot } from '../../../shared/domain/sandboxes/snapshots/create-snapshot.ts';
import { nextSnapshotStep } from '../../../shared/domain/sandboxes/snapshots/next-snapshot-step.ts';
import type { SnapshotDeps } from '../../../shared/domain/sandboxes/snapshots/perform-snapshot-step.ts';
import { type SnapshotWork, workOnSnapshot } from '../../../shared/domain/sandboxes/snapshots/reconcile-snapshot.ts';
import { MemorySandboxStore } from '../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox } from '../../support/sandboxes/sandbox-data.ts';
import { DisksUnderQuota, type Quota } from './disks-under-quota.ts';
import { VirtualTime } from './virtual-time.ts';

export interface Scenario {
  readonly snapshots: number;
  /** How many running sandboxes they are of. */
  readonly sandboxes: number;
  readonly quota: Quota;
  /** How long EC2 takes for a copy. */
  readonly copySeconds: number;
  /** The reserved concurrency of the worker. */
  readonly workers: number;
}

export interface Pace {
  readonly ready: number;
  readonly failed: number;
  /** Without an end after the longest time of a copy. */
  readonly lost: number;
  /** From the request to READY, in seconds. */
  readonly seconds: readonly number[];
  readonly requests: number;
  readonly refusals: ReadonlyMap<string, number>;
  readonly most: { readonly ofVolume: number; readonly ofAccount: number };
}

/** `sync` in the sandbox and the calls of a pass. */
const PASS_MS = 500;
const TIMEOUT_MS = (workers.find(({ id }) => id === 'reconcile-snapshot')?.timeoutSeconds ?? 0) * 1000;
/** Lambda drops an invocation that waited for so long; the sweep starts the worker again. */
const MAX_AGE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Snapshots of running sandboxes, requested at once, with the real worker and the sweep in simulated time. */
export async function paceOf(scenario: Scenario): Promise<Pace> {
  const time = new VirtualTime();
  const { now } = time;
  const sandboxes = new MemorySandboxStore(now);
  const { snapshots } = sandboxes;
  const disks = new DisksUnderQuota(time, scenario.quota);
  disks.snapshotSeconds = scenario.copySeconds;
  const queue: { readonly work: SnapshotWork; readonly at: number }[] = [];
  const start = (work: SnapshotWork) => void queue.push({ work, at: now().getTime() });
  let [seed, isOver] = [1, false];
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const deps: SnapshotDeps & { readonly pause: (milliseconds: number) => Promise<void> } = {
    ...{ nextSnapshotStep, snapshots, sandboxes, disks, now, random },
    sync: async () => {
      await time.sleep(PASS_MS);
      return true;
    },
    wake: async () => undefined,
    alarm: () => undefined,
    metric: () => undefined,
    pause: (milliseconds) => time.sleep(milliseconds),
  };
  const worker = async () => {
    while (!isOver) {
      const next = queue.shift();
      if (!next) await time.sleep(100);
      else if (now().getTime() - next.at < MAX_AGE_MS) {
        const until = new Date(now().getTime() + TIMEOUT_MS - limits.takeStep * 1000);
        await workOnSnapshot(next.work, deps, until);
      }
    }
  };
  const events = async () => {
    while (!isOver) {
      await time.sleep(1_000);
      disks.tick();
      for (const { snapshotId } of disks.events.splice(0)) {
        const found = await disks.snapshot(snapshotId);
        const [owner_id, snapshot_id] = found === 'absent' ? [] : (found.takenFor ?? '').split('/');
        if (owner_id && snapshot_id) start({ owner_id, snapshot_id, ebs_snapshot_id: snapshotId });
      }
    }
  };
  const sweep = async () => {
    while (!isOver) {
      await time.sleep(MINUTE_MS);
      for await (const page of snapshots.due(now()))
        for (const { owner_id, snapshot_id } of page) start({ owner_id, snapshot_id });
    }
  };

  const boxes = Array.from({ length: scenario.sandboxes }, () => {
    const volume_id = disks.attach(undefined, null)?.id ?? null;
    const box = aRunningSandbox({ volume_id });
    sandboxes.apply([{ previous: null, next: box }]);
    return box;
  });
  const order = { name: null, retentionDays: null, kept: true };
  for (let made = 0; made < scenario.snapshots; made += 1) {
    const box = boxes[made % boxes.length];
    if (!box) throw new Error('a scenario needs a sandbox');
    const of = { ownerId: box.owner_id, sandboxId: box.sandbox_id };
    const all = { sandboxes, snapshots, snapshotLimit: scenario.snapshots, now };
    const row = await createSnapshot(of, order, { api_key_id: null, lineages: [] }, async () => [], all);
    start({ owner_id: row.owner_id, snapshot_id: row.snapshot_id });
  }
  const running = [...Array.from({ length: scenario.workers }, worker), events(), sweep()];
  const rows = () => [...snapshots.rows.values()];
  await time.until(() => rows().every(({ state }) => state !== 'CREATING'), 2 * limits.saving);
  isOver = true;
  await time.until(() => false, TIMEOUT_MS / 1000 + MINUTE_MS / 1000);
  await Promise.all(running);
  const ready = rows().filter(({ state }) => state === 'READY');
  return {
    ready: ready.length,
    failed: rows().filter(({ state }) => state === 'ERROR').length,
    lost: rows().filter(({ state }) => state === 'CREATING').length,
    seconds: ready.map(({ created_at, ready_at }) => (Date.parse(ready_at ?? '') - Date.parse(created_at)) / 1000),
    requests: disks.requests,
    refusals: disks.refusals,
    most: disks.most,
  };
}
