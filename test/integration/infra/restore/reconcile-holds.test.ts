import { beforeEach, describe, expect, it } from 'vitest';
import { reconcileHolds } from '../../../../infra/restore/table/reconcile-holds.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { DynamoSandboxReader } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-reader.ts';
import { DynamoSnapshotStore } from '../../../../shared/domain/sandboxes/store/dynamo-snapshot-store.ts';
import { transact } from '../../../../shared/platform/aws/transact.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const store = new DynamoSnapshotStore(tables.documents, tables);
const sandboxes = new DynamoSandboxReader(tables.documents, tables);

let owner_id: string;
beforeEach(() => {
  owner_id = anOwner();
});

/** Rows as a restore writes them: without the transactions that keep them in agreement. */
async function putSnapshot(overrides: Partial<WorkspaceSnapshot>): Promise<WorkspaceSnapshot> {
  const row = aSnapshot({ owner_id, ...overrides });
  await transact(tables.documents, [
    { item: { Put: { TableName: tables.snapshots, Item: row } }, lost: () => new Error('not expected') },
  ]);
  return row;
}

async function putSandbox(overrides: Partial<Sandbox>): Promise<Sandbox> {
  const row = aSandbox({ owner_id, phase: 'PAUSED', desired: 'PAUSED', ...overrides });
  await transact(tables.documents, [
    { item: { Put: { TableName: tables.sandboxes, Item: row } }, lost: () => new Error('not expected') },
  ]);
  return row;
}

const holdsOf = async ({ snapshot_id: id }: WorkspaceSnapshot) => (await store.find(owner_id, id))?.holds;
const based = ({ snapshot_id, ebs_snapshot_id }: WorkspaceSnapshot) => ({
  snapshot_id: null,
  base_snapshot: { snapshot_id, ebs_snapshot_id },
});
const run = () => reconcileHolds(tables.documents, tables, owner_id);

describe('sandboxes and snapshots after a restore', () => {
  it('count the holds of each snapshot again, by its sandboxes and by those that share its data', async () => {
    const root = await putSnapshot({ holds: 0 });
    const shared = { of_snapshot_id: root.snapshot_id, ebs_snapshot_id: root.ebs_snapshot_id };
    const alias = await putSnapshot({ ...shared, holds: 5 });
    await putSnapshot({ ...shared, state: 'DELETED' });
    const right = await putSnapshot({ holds: 0 });
    await putSandbox(based(root));
    await putSandbox(based(root));
    await putSandbox(based(alias));

    expect(await run()).toEqual({ sandboxes: 0, snapshots: 2 });
    expect([await holdsOf(root), await holdsOf(alias), await holdsOf(right)]).toEqual([3, 1, 0]);
    expect(await run()).toEqual({ sandboxes: 0, snapshots: 0 });
  });

  it('leave an EBS snapshot that became a snapshot after the time of the sandbox to the snapshot alone', async () => {
    const snapshot = await putSnapshot({ holds: 0 });
    const before = await putSandbox({ snapshot_id: snapshot.ebs_snapshot_id, base_snapshot: null });
    const other = await putSandbox({ snapshot_id: 'snap-other', base_snapshot: null });

    expect(await run()).toEqual({ sandboxes: 1, snapshots: 1 });

    const after = await sandboxes.find(owner_id, before.sandbox_id);
    expect(after).toMatchObject({ ...based(snapshot), version: before.version + 1, workspace_kept: null });
    expect(await holdsOf(snapshot)).toBe(1);
    expect(await sandboxes.find(owner_id, other.sandbox_id)).toMatchObject({ snapshot_id: 'snap-other' });
  });
});
