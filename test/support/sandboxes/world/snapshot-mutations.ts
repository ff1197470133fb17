import type { StartBounds } from '../../../../shared/domain/billing/budgets/start-rules.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SnapshotStep } from '../../../../shared/domain/sandboxes/snapshots/next-snapshot-step.ts';
import type { SnapshotDeps } from '../../../../shared/domain/sandboxes/snapshots/perform-snapshot-step.ts';
import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { SnapshotStore } from '../../../../shared/domain/sandboxes/store/snapshot-store.ts';
import { overriding } from '../../platform/overriding.ts';
import { MemorySandboxStore } from '../memory-sandbox-store.ts';
import type { Mutation, Mutations } from './mutations.ts';

type Next = SnapshotDeps['nextSnapshotStep'];

/** Decides as the service does, with the mutation's change to the decision. */
function deciding(change: (decide: () => SnapshotStep, ...args: Parameters<Next>) => SnapshotStep): Mutations {
  return {
    snapshots: (deps) => ({
      ...deps,
      nextSnapshotStep: (...args) => change(() => deps.nextSnapshotStep(...args), ...args),
    }),
  };
}

/** Forgets to change the holds of snapshots. */
class HoldlessStore extends MemorySandboxStore {
  override apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    const before = new Map(this.snapshots.rows);
    super.apply(changes, bounds);
    for (const [key, row] of before) this.snapshots.rows.set(key, row);
  }
}

/** Leaves the saved workspace in the sandbox's row when it becomes a snapshot. */
class GreedyStore extends MemorySandboxStore {
  override apply(changes: readonly SandboxChange[], bounds?: StartBounds): void {
    const kept = (next: Sandbox, previous: Sandbox | null): Sandbox =>
      next.base_snapshot && previous?.snapshot_id ? { ...next, snapshot_id: previous.snapshot_id } : next;
    super.apply(
      changes.map((change) => ({ ...change, next: kept(change.next, change.previous) })),
      bounds,
    );
  }
}

/** Deletes a snapshot without its storage in the ledger. */
function unbilled(snapshots: SnapshotStore): SnapshotStore {
  const save: SnapshotStore['save'] = ({ previous, next }, limit, first) => {
    const hidden = next.state === 'DELETED' && previous ? { ...previous, ebs_snapshot_id: null } : previous;
    return snapshots.save({ previous: hidden, next }, limit, first);
  };
  return overriding(snapshots, { save });
}

/** One for each invariant of snapshots. */
export const snapshotMutations: readonly Mutation[] = [
  {
    name: 'the data of a snapshot is deleted while sandboxes begin from it',
    breaks: 'kept-by-row',
    mutations: deciding((decide, row, seen, now) => (row.state === 'DELETING' ? unheld(row, seen, now) : decide())),
  },
  {
    name: 'a saved workspace stays in the row of its sandbox when it becomes a snapshot',
    breaks: 'one-owner',
    mutations: { sandboxes: (now) => new GreedyStore(now) },
  },
  {
    name: 'writes of sandboxes do not change the holds of snapshots',
    breaks: 'holds-true',
    mutations: { sandboxes: (now) => new HoldlessStore(now) },
  },
  {
    name: 'the snapshot of a running sandbox is its last saved workspace',
    breaks: 'copied-whole',
    mutations: deciding((decide) => {
      const step = decide();
      const old = step.kind === 'take' ? step.sandbox.snapshot_id : null;
      return step.kind === 'take' && old !== null ? { kind: 'move', sandbox: step.sandbox, ebsSnapshotId: old } : step;
    }),
  },
  {
    name: 'the lease of a worker never ends',
    breaks: 'snapshots-end',
    mutations: deciding((decide, row) =>
      row.state === 'CREATING' && row.lease_until !== null ? { kind: 'none' } : decide(),
    ),
  },
  {
    name: 'a deleted snapshot is not billed',
    breaks: 'billed-exactly',
    mutations: { snapshots: (deps) => ({ ...deps, snapshots: unbilled(deps.snapshots) }) },
  },
];

function unheld(...[row, seen]: Parameters<Next>): SnapshotStep {
  if (seen.isBusy) return { kind: 'none' };
  return row.ready_at === null ? { kind: 'none' } : { kind: 'bury', strays: [] };
}
