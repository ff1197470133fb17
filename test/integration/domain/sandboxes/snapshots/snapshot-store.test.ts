import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { DynamoOwnerAccounts } from '../../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { holdChangesOf } from '../../../../../shared/domain/sandboxes/record/holds.ts';
import { newReceipt } from '../../../../../shared/domain/sandboxes/record/receipt.ts';
import {
  changedSnapshot,
  type WorkspaceSnapshot,
} from '../../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import {
  DynamoCountedSnapshots,
  DynamoSnapshotStore,
  DynamoSnapshotWriter,
} from '../../../../../shared/domain/sandboxes/store/dynamo-snapshot-store.ts';
import { holdParts } from '../../../../../shared/domain/sandboxes/store/snapshot-parts.ts';
import { transact } from '../../../../../shared/platform/aws/transact.ts';
import { anOwner, collect, failuresOf } from '../../../../support/http/walk.ts';
import { noon } from '../../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../../support/sandboxes/snapshot-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();
const one = new Date('2026-11-21T13:00:00.000Z');
const two = new Date('2026-11-21T14:00:00.000Z');
const store = (now = one) => new DynamoSnapshotStore(tables.documents, tables, () => now);
const NO_LIMIT = 1_000;

const add = async (overrides: Partial<WorkspaceSnapshot> = {}, limit = NO_LIMIT): Promise<WorkspaceSnapshot> => {
  const next = aSnapshot({ owner_id: anOwner(), ...overrides });
  await store().save({ previous: null, next }, limit);
  return next;
};
const current = async ({ owner_id, snapshot_id }: WorkspaceSnapshot) => {
  const row = await store().find(owner_id, snapshot_id);
  if (!row) throw new Error(`snapshot ${snapshot_id} is missing`);
  return row;
};
const countOf = async (owner_id: string) => {
  const { Item } = await tables.documents.send(new GetCommand({ TableName: tables.owners, Key: { owner_id } }));
  return Item?.active_snapshots;
};
const deleting = (row: WorkspaceSnapshot, now = one) =>
  changedSnapshot(row, now, { state: 'DELETING', receipt: newReceipt(now) });
const based = (sandbox_id: string, id: string | null, ebs: string | null = 'snap-1') => ({
  sandbox_id,
  base_snapshot: id === null ? null : { snapshot_id: id, ebs_snapshot_id: ebs },
});
const hold = (row: WorkspaceSnapshot, from: string | null, to: string | null, ebs: string | null = 'snap-1') =>
  transact(
    tables.documents,
    holdParts(
      tables.snapshots,
      row.owner_id,
      holdChangesOf([{ previous: based('box', from), next: based('box', to, ebs) }]),
      two,
    ),
  );

describe('reads of snapshots', () => {
  it('find what was saved, and nothing of another owner', async () => {
    const row = await add({ added_by_a_newer_version: [1] });

    expect(await store().find(row.owner_id, row.snapshot_id)).toMatchObject(row);
    expect(await store().find(anOwner(), row.snapshot_id)).toBeUndefined();
    expect(await store().list(anOwner(), 10, null)).toEqual({ items: [], next: null });
    expect(await store().referencesTo(anOwner(), String(row.ebs_snapshot_id))).toEqual([]);
  });

  it('list the newest first, page by page, without deleted ones and those of forks', async () => {
    const owner_id = anOwner();
    const [first, second, third] = [
      await add({ owner_id }),
      await add({ owner_id, sandbox_id: 'b', created_by: 'grace' }),
      await add({ owner_id }),
    ];
    await add({ owner_id, kept: false });
    const gone = await add({ owner_id });
    await store().save({ previous: gone, next: deleting(gone) });

    const page = await store().list(owner_id, 2, null);
    expect(page.items.map(({ snapshot_id: id }) => id)).toEqual([third.snapshot_id, second.snapshot_id]);
    const rest = await store().list(owner_id, 2, page.next);
    expect([rest.items.map(({ snapshot_id: id }) => id), rest.next]).toEqual([[first.snapshot_id], null]);
    const idsBy = async (createdBy: string) =>
      (await store().list(owner_id, 9, null, { createdBy })).items.map(({ snapshot_id: id }) => id);
    expect(await idsBy('grace')).toEqual([second.snapshot_id]);
    expect(await idsBy(owner_id)).toEqual([third.snapshot_id, first.snapshot_id]);
    const ofB = await store().list(owner_id, 9, null, { sandboxId: 'b', state: 'READY' });
    expect(ofB.items.map(({ snapshot_id: id }) => id)).toEqual([second.snapshot_id]);
    expect((await store().listDeletions(owner_id, 9, null)).items).toMatchObject([{ snapshot_id: gone.snapshot_id }]);
  });

  it('find each row of an EBS snapshot until it is deleted', async () => {
    const row = await add();
    const ebs = String(row.ebs_snapshot_id);
    expect(await store().referencesTo(row.owner_id, ebs)).toEqual([{ snapshot_id: row.snapshot_id, state: 'READY' }]);

    const end = deleting(row);
    await store().save({ previous: row, next: end });
    expect(await store().referencesTo(row.owner_id, ebs)).toMatchObject([{ state: 'DELETING' }]);
    await store().save({ previous: end, next: changedSnapshot(end, one, { state: 'DELETED' }) });
    expect(await store().referencesTo(row.owner_id, ebs)).toEqual([]);
  });

  it('give the sweep what is due and what is stored', async () => {
    const ready = await add();
    const creating = await add({ state: 'CREATING', ebs_snapshot_id: null, ready_at: null });
    const expiring = await add({ retention_days: 1, expires_at: '2026-11-22T12:00:00.000Z' });
    const alias = await add({ owner_id: ready.owner_id, ebs_snapshot_id: ready.ebs_snapshot_id });
    const idsIn = (rows: readonly { readonly snapshot_id: string }[]) => rows.map(({ snapshot_id: id }) => id);

    const due = idsIn(await collect(store().due(two)));
    expect([due.includes(creating.snapshot_id), due.includes(ready.snapshot_id)]).toEqual([true, false]);
    expect(due).not.toContain(expiring.snapshot_id);
    expect(idsIn(await collect(store().due(new Date('2026-11-22T12:00:00.000Z'))))).toContain(expiring.snapshot_id);
    const stored = idsIn(await collect(store().stored()));
    expect(stored).toEqual(expect.arrayContaining([ready.snapshot_id, expiring.snapshot_id, alias.snapshot_id]));
    expect(stored).not.toContain(creating.snapshot_id);
  });
});

describe('writes of snapshots', () => {
  it('let one of two racing writers win', async () => {
    const row = await add();
    const rename = (name: string) => store().save({ previous: row, next: changedSnapshot(row, one, { name }) });

    const outcomes = await Promise.allSettled([rename('a'), rename('b')]);
    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
  });

  it('count each snapshot until its deletion is requested, and admit no more than the limit', async () => {
    const owner_id = anOwner();
    const row = await add({ owner_id }, 2);
    const races = await Promise.allSettled([add({ owner_id }, 2), add({ owner_id }, 2), add({ owner_id }, 2)]);

    expect(failuresOf(races)).toEqual(['SnapshotLimitError', 'SnapshotLimitError']);
    expect(await countOf(owner_id)).toBe(2);
    expect(await new DynamoOwnerAccounts(tables.documents, tables).account(owner_id)).toMatchObject({ snapshots: 2 });
    await store().save({ previous: row, next: deleting(row) });
    expect(await countOf(owner_id)).toBe(1);
  });

  it('end the storage in the ledger once, at the time when nothing needed it any more', async () => {
    const row = await add();
    await hold(row, null, row.snapshot_id);
    const end = deleting(await current(row));
    await store().save({ previous: await current(row), next: end });
    await hold(row, row.snapshot_id, null);
    const last = await current(row);
    await store(new Date('2026-11-21T15:00:00.000Z')).save({
      previous: last,
      next: changedSnapshot(last, new Date('2026-11-21T15:00:00.000Z'), { state: 'DELETED' }),
    });

    const Key = { owner_id: row.owner_id, usage_key: `/snapshot#${row.snapshot_id}` };
    const { Item } = await tables.documents.send(new GetCommand({ TableName: tables.usage, Key }));
    expect(Item).toMatchObject({
      kind: 'snapshot',
      started_at: noon,
      ended_at: two.toISOString(),
      gigabytes: 20,
      api_key_id: 'key000000001',
    });
  });

  it('refuse counts and costs where the function has no right to them', async () => {
    const row = await add();
    const writer = new DynamoSnapshotWriter(tables.documents, { snapshots: tables.snapshots });
    const counted = new DynamoCountedSnapshots(tables.documents, {
      snapshots: tables.snapshots,
      owners: tables.owners,
    });
    const end = deleting(row);

    await expect(writer.save({ previous: row, next: end })).rejects.toThrow('cannot change the counts');
    await counted.save({ previous: row, next: end });
    const gone = changedSnapshot(end, two, { state: 'DELETED' });
    await expect(counted.save({ previous: end, next: gone })).rejects.toThrow('cannot end usage intervals');
  });
});

describe('holds of snapshots', () => {
  it('follow the base of each sandbox, and move with it', async () => {
    const row = await add();
    const other = await add({ owner_id: row.owner_id });
    await hold(row, null, row.snapshot_id);
    await hold(row, row.snapshot_id, other.snapshot_id);

    expect([(await current(row)).holds, (await current(other)).holds]).toEqual([0, 1]);
    expect((await current(row)).released_at).toBe(two.toISOString());
  });

  it('name the sandboxes that wait for a snapshot in creation', async () => {
    const row = await add({ state: 'CREATING', ebs_snapshot_id: null, ready_at: null });
    await hold(row, null, row.snapshot_id, null);

    expect(await current(row)).toMatchObject({ holds: 1, waiting: ['box'] });
  });

  it.each(['ERROR', 'DELETING', 'DELETED'] as const)('cannot be taken of a snapshot that is %s', async (state) => {
    const row = await add({ state });

    await expect(hold(row, null, row.snapshot_id)).rejects.toMatchObject({ name: 'SnapshotUnavailableError' });
    expect((await current(row)).holds).toBe(0);
  });

  it('cannot be taken of a snapshot of another owner or of none', async () => {
    const row = await add();
    const stranger = { ...row, owner_id: anOwner() };

    await expect(hold(stranger, null, row.snapshot_id)).rejects.toMatchObject({ name: 'SnapshotUnavailableError' });
  });

  it('are released while the snapshot is being deleted', async () => {
    const row = await add();
    await hold(row, null, row.snapshot_id);
    const held = await current(row);
    await store().save({ previous: held, next: deleting(held) });
    await hold(row, row.snapshot_id, null);

    expect(await current(row)).toMatchObject({ state: 'DELETING', holds: 0 });
  });

  it('are released without a row after a restore of the table, and the rest of the transaction is written', async () => {
    const owner_id = anOwner();
    const [lost, other] = [aSnapshot({ owner_id }), await add({ owner_id })];

    await hold(other, lost.snapshot_id, other.snapshot_id);

    expect((await current(other)).holds).toBe(1);
    expect(await store().find(owner_id, lost.snapshot_id)).toBeUndefined();
    await expect(hold(lost, lost.snapshot_id, null)).resolves.toBeUndefined();
  });

  it('never go below zero when a restored row knows fewer', async () => {
    const row = await add();

    await hold(row, row.snapshot_id, null);

    expect((await current(row)).holds).toBe(0);
  });

  it('leave out the one that the transaction itself writes', () => {
    const write = { previous: based('box', null), next: based('box', 's1'), madeSnapshot: 's1' };

    expect(holdChangesOf([write])).toEqual(new Map());
  });

  it('cancel out within one transaction', () => {
    const writes = [
      { previous: based('a', 's1'), next: based('a', null) },
      { previous: based('b', null), next: based('b', 's1') },
    ];

    expect(holdChangesOf(writes)).toEqual(new Map());
  });
});

describe('a snapshot that shares the data of another', () => {
  it('holds it from its creation until it is deleted', async () => {
    const root = await add();
    await hold(root, null, root.snapshot_id);
    const shared = { owner_id: root.owner_id, of_snapshot_id: root.snapshot_id, ebs_snapshot_id: root.ebs_snapshot_id };
    const alias = await add(shared);

    expect((await current(root)).holds).toBe(2);
    const end = deleting(alias);
    await store().save({ previous: alias, next: end });
    expect((await current(root)).holds).toBe(2);
    await store().save({ previous: end, next: changedSnapshot(end, two, { state: 'DELETED' }) });
    expect((await current(root)).holds).toBe(1);
    expect(await store().referencesTo(root.owner_id, String(root.ebs_snapshot_id))).toHaveLength(1);
  });

  it('is deleted even if the row of the other was lost', async () => {
    const root = await add();
    await hold(root, null, root.snapshot_id);
    const shared = { owner_id: root.owner_id, of_snapshot_id: root.snapshot_id, ebs_snapshot_id: root.ebs_snapshot_id };
    const end = deleting(await add(shared));
    const { owner_id, snapshot_id } = root;
    await tables.documents.send(new DeleteCommand({ TableName: tables.snapshots, Key: { owner_id, snapshot_id } }));

    await store().save({ previous: { ...end, version: end.version - 1 }, next: end });
    await store().save({ previous: end, next: changedSnapshot(end, two, { state: 'DELETED' }) });

    expect(await current(end)).toMatchObject({ state: 'DELETED' });
    expect(await store().find(owner_id, snapshot_id)).toBeUndefined();
  });

  it('cannot be made of data that nothing holds', async () => {
    const root = await add();
    const shared = { owner_id: root.owner_id, of_snapshot_id: root.snapshot_id, ebs_snapshot_id: root.ebs_snapshot_id };

    await expect(add(shared)).rejects.toMatchObject({ code: 'conflict' });
  });
});
