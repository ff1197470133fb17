import { describe, expect, it } from 'vitest';
import { saved } from '../../../../../shared/domain/sandboxes/lifecycle/changes.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  changedSnapshot,
  type WorkspaceSnapshot,
} from '../../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import {
  DynamoMeteredSandboxes,
  DynamoSandboxStore,
  DynamoStartingSandboxes,
} from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotStore } from '../../../../../shared/domain/sandboxes/store/dynamo-snapshot-store.ts';
import {
  type SandboxChange,
  SandboxLimitError,
  type SandboxStore,
} from '../../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import {
  type SnapshotStore,
  SnapshotUnavailableError,
} from '../../../../../shared/domain/sandboxes/store/snapshot-store.ts';
import { anOwner } from '../../../../support/http/walk.ts';
import { aSnapshot as anEbsSnapshot, past } from '../../../../support/sandboxes/lifecycle-data.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { aSandbox, within } from '../../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../../support/sandboxes/snapshot-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const NO_LIMIT = 1_000;

function inMemory() {
  const sandboxes = new MemorySandboxStore();
  return { starting: sandboxes, metered: sandboxes, snapshots: sandboxes.snapshots };
}

const inDynamo = () => ({
  starting: new DynamoStartingSandboxes(tables.documents, tables),
  metered: new DynamoMeteredSandboxes(tables.documents, tables),
  snapshots: new DynamoSnapshotStore(tables.documents, tables),
});

interface Stores {
  readonly starting: Pick<SandboxStore, 'save' | 'find'>;
  readonly metered: Pick<SandboxStore, 'save' | 'find'>;
  readonly snapshots: SnapshotStore;
}

const begun = (snapshot: WorkspaceSnapshot, overrides: Partial<Sandbox> = {}): SandboxChange => {
  const { owner_id, snapshot_id, ebs_snapshot_id } = snapshot;
  return {
    previous: null,
    next: aSandbox({ owner_id, base_snapshot: { snapshot_id, ebs_snapshot_id }, ...overrides }),
  };
};

describe.each([
  ['in memory', inMemory],
  ['in DynamoDB', inDynamo],
])('holds of a snapshot by sandboxes, %s', (_, make: () => Stores) => {
  const { starting, metered, snapshots } = make();
  const add = async (overrides: Partial<WorkspaceSnapshot> = {}) => {
    const next = aSnapshot({ owner_id: anOwner(), ...overrides });
    await snapshots.save({ previous: null, next }, NO_LIMIT);
    return next;
  };
  const holdsOf = async (row: WorkspaceSnapshot) => (await snapshots.find(row.owner_id, row.snapshot_id))?.holds;

  it('begin with a start, in the same transaction, and end with the first save', async () => {
    const snapshot = await add();
    const change = begun(snapshot);
    await starting.save([change, begun(snapshot)], within(9));
    expect(await holdsOf(snapshot)).toBe(2);

    const saving = changed(change.next, past(1), { phase: 'SAVING', volume_id: 'vol-1', saving_snapshot_id: 'snap-2' });
    await metered.save([{ previous: change.next, next: saving }]);
    expect(await holdsOf(snapshot)).toBe(2);
    await metered.save([{ previous: saving, next: saved(saving, anEbsSnapshot(), past(2)) }]);

    expect(await holdsOf(snapshot)).toBe(1);
  });

  it('stay as they are when the transaction fails for another reason', async () => {
    const snapshot = await add();
    await starting.save([begun(snapshot)], within(1));

    await expect(starting.save([begun(snapshot)], within(1))).rejects.toThrow(SandboxLimitError);

    expect(await holdsOf(snapshot)).toBe(1);
  });

  it.each<[string, (row: WorkspaceSnapshot) => WorkspaceSnapshot]>([
    ['is being deleted', (row) => changedSnapshot(row, past(1), { state: 'DELETING' })],
    ['failed', (row) => changedSnapshot(row, past(1), { state: 'ERROR' })],
  ])('are refused for a snapshot that %s, and nothing is written', async (_state, change) => {
    const snapshot = await add();
    await snapshots.save({ previous: snapshot, next: change(snapshot) });
    const start = begun(snapshot);

    await expect(starting.save([start], within(9))).rejects.toThrow(SnapshotUnavailableError);

    expect(await starting.find(snapshot.owner_id, start.next.sandbox_id)).toBeUndefined();
    expect(await holdsOf(snapshot)).toBe(0);
  });

  it('are refused for a snapshot of another owner', async () => {
    const snapshot = await add();

    await expect(starting.save([begun(snapshot, { owner_id: anOwner() })], within(9))).rejects.toThrow(
      SnapshotUnavailableError,
    );

    expect(await holdsOf(snapshot)).toBe(0);
  });

  it('of a snapshot that is still being created list the sandboxes that wait', async () => {
    const snapshot = await add({ state: 'CREATING', ebs_snapshot_id: null, ready_at: null });
    const [one, other] = [begun(snapshot), begun(snapshot)];
    await starting.save([one], within(9));
    await starting.save([other], within(9));

    const row = await snapshots.find(snapshot.owner_id, snapshot.snapshot_id);

    expect(row).toMatchObject({ holds: 2, waiting: [one.next.sandbox_id, other.next.sandbox_id] });
  });

  it('move with a restore from one snapshot to another', async () => {
    const before = await add();
    const target = await add({ owner_id: before.owner_id });
    const { next: row } = begun(before);
    await starting.save([{ previous: null, next: row }], within(9));

    const base_snapshot = { snapshot_id: target.snapshot_id, ebs_snapshot_id: target.ebs_snapshot_id };
    await starting.save([{ previous: row, next: changed(row, past(1), { base_snapshot }) }]);

    expect([await holdsOf(before), await holdsOf(target)]).toEqual([0, 1]);
  });
});

describe('a store for callers that start nothing', () => {
  it('refuses a change of a hold instead of forgetting it', async () => {
    const snapshot = aSnapshot({ owner_id: anOwner() });
    const store = new DynamoSandboxStore(tables.documents, tables);

    await expect(store.save([begun(snapshot)], within(9))).rejects.toThrow('cannot change the holds');
  });
});
