import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { deleteSnapshot } from '../../../../shared/domain/sandboxes/snapshots/change-snapshot.ts';
import { createSnapshot } from '../../../../shared/domain/sandboxes/snapshots/create-snapshot.ts';
import {
  nextSnapshotStep,
  type SnapshotObservation,
} from '../../../../shared/domain/sandboxes/snapshots/next-snapshot-step.ts';
import type { SnapshotDeps } from '../../../../shared/domain/sandboxes/snapshots/perform-snapshot-step.ts';
import { reconcileSnapshot } from '../../../../shared/domain/sandboxes/snapshots/reconcile-snapshot.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { type Around, through } from './processes.ts';
import type { SandboxWorld } from './sandbox-world.ts';

const END_OF_TIME = new Date('9999-01-01T00:00:00.000Z');

/** The snapshots of the simulated world, with the real worker. */
export class SnapshotsOfWorld {
  readonly #world: SandboxWorld;
  readonly #mutate: (deps: SnapshotDeps) => SnapshotDeps;
  /** What was on the workspace when a snapshot was requested. */
  readonly #requested = new Map<string, readonly string[]>();
  /** Snapshots that became READY without all of that. */
  readonly incomplete: string[] = [];
  /** The sandboxes of all snapshots, with the times at which they became READY. Rows of deleted ones are purged. */
  readonly #madeOf = new Set<string>();

  constructor(world: SandboxWorld, mutate: (deps: SnapshotDeps) => SnapshotDeps = (deps) => deps) {
    this.#world = world;
    this.#mutate = mutate;
    world.snapshots.onWrite = (ownerId, id) => this.#see(world.snapshots.rows.get(keyOf(ownerId, id)));
  }

  /** A request for a snapshot, which can crash between any two calls. */
  create(ownerId: string, sandboxId: string, retentionDays: number | null = null): void {
    const { clock, processes } = this.#world;
    processes.start(async (around) => {
      const order = { name: null, retentionDays, kept: true };
      const payer = { api_key_id: 'key000000001', lineages: [] };
      const deps = { ...this.#stores(around), snapshotLimit: 100, now: clock.now };
      const row = await expected(() => createSnapshot({ ownerId, sandboxId }, order, payer, async () => [], deps));
      if (row?.state === 'CREATING') this.work(ownerId, row.snapshot_id);
    });
  }

  delete(ownerId: string, snapshotId: string): void {
    const { clock, processes } = this.#world;
    processes.start(async (around) => {
      const deps = { ...this.#stores(around), now: clock.now };
      const row = await expected(() => deleteSnapshot(ownerId, snapshotId, deps));
      if (row?.holds === 0) this.work(ownerId, snapshotId);
    });
  }

  /** Starts the worker, which looks first at an EBS snapshot if one is named. */
  start(ownerId: string, snapshotId: string, ebsId: string | undefined): void {
    const { disks } = this.#world;
    const found = ebsId === undefined ? undefined : (disks.all().snapshots.find(({ id }) => id === ebsId) ?? 'absent');
    this.work(ownerId, snapshotId, ebsId && found ? { ebs: { id: ebsId, found } } : {});
  }

  /** One pass, and another at the time that it requests, as the worker does. */
  work(ownerId: string, snapshotId: string, seen: SnapshotObservation = {}): void {
    const { clock, processes } = this.#world;
    const work = { owner_id: ownerId, snapshot_id: snapshotId };
    processes.start(async (around) => {
      const { again } = await reconcileSnapshot(work, seen, this.deps(around), END_OF_TIME);
      if (!again || again.getTime() - clock.now().getTime() > 50_000) return;
      await processes.sleep(again.getTime() - clock.now().getTime());
      if (!this.#world.withoutEvents) await reconcileSnapshot(work, {}, this.deps(around), END_OF_TIME);
    });
  }

  deps(around: Around): SnapshotDeps {
    const world = this.#world;
    const deps: SnapshotDeps = {
      nextSnapshotStep,
      ...this.#stores(around),
      disks: through(around, world.disks, ['volumes', 'snapshots']),
      sync: () => around(async () => true),
      wake: (ownerId, ids) =>
        around(async () => {
          for (const id of ids) world.reconcile(ownerId, id);
        }),
      alarm: () => undefined,
      metric: () => undefined,
      now: world.clock.now,
      random: () => world.random.below(1000) / 1000,
    };
    return this.#mutate(deps);
  }

  /** Whether a snapshot of the sandbox became READY at this time, even if it was deleted since. */
  wasMadeOf(sandboxId: string, at: string): boolean {
    return this.#madeOf.has(`${sandboxId} ${at}`);
  }

  #see(row: WorkspaceSnapshot | undefined): void {
    if (!row) return;
    const { disks, witness } = this.#world;
    const id = row.snapshot_id;
    if (!this.#requested.has(id)) this.#requested.set(id, witness.workspaceOf(row.owner_id, row.sandbox_id) ?? []);
    if (row.ready_at !== null) this.#madeOf.add(`${row.sandbox_id} ${row.ready_at}`);
    if (row.state !== 'READY' || row.ebs_snapshot_id === null) return;
    const content = disks.contentOf(row.ebs_snapshot_id);
    if (content && this.#requested.get(id)?.some((text) => !content.includes(text))) this.incomplete.push(id);
  }

  #stores(around: Around) {
    const { sandboxes, snapshots } = this.#world;
    return {
      sandboxes: through(around, sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
      // Parts are made without a call.
      snapshots: through(around, snapshots, ['due', 'stored', 'parts']),
    };
  }
}

/** Refusals are answers. */
async function expected<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
