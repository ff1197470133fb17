import { randomUUID } from 'node:crypto';
import { PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CopyOrder, copyTable } from '../../../../infra/restore/table/copy-table.ts';
import { Deletions } from '../../../../infra/restore/table/deletions.ts';
import { restorableTables } from '../../../../infra/restore/table/restorable-tables.ts';
import type { Row } from '../../../../infra/restore/table/row.ts';
import { writeAudit } from '../../../../shared/domain/accounts/audit/audit-item.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { KeyJournal } from '../../../../shared/domain/accounts/keys/key-journal.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

// StartTasks has the same key schema and takes the restored rows.
const tables = await useServiceTables();
const dynamodb = tables.newClient();
const now = new Date('2026-11-22T12:00:00.000Z');

let owner: string;
beforeEach(() => {
  owner = anOwner();
});

async function put(table: string, item: Record<string, unknown>): Promise<void> {
  await tables.documents.send(new PutCommand({ TableName: table, Item: item }));
}

async function allIn(table: string): Promise<readonly Record<string, unknown>[]> {
  const { Items = [] } = await tables.documents.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
  return Items.filter((item) => item.owner_id === owner);
}

/** Settings and Owners have the same key schema. */
function orderOf(change: Partial<CopyOrder> = {}): CopyOrder {
  const deletions = new Deletions(dynamodb, tables.audit, now);
  const keys = ['owner_id'];
  return {
    live: tables.settings,
    restored: tables.owners,
    keys,
    rules: restorableTables.Settings ?? { replaceable: false },
    expiresBy: undefined,
    now,
    isDeleted: (row: Row) => deletions.has(row, keys),
    owner,
    replace: false,
    deleted: false,
    apply: true,
    onRow: () => undefined,
    ...change,
  };
}

describe('copy of restored rows', () => {
  it('writes a missing row to the last digit, once', async () => {
    const row = { owner_id: owner, big: 12_345_678_901_234, list: [1, { a: null }], set: new Set(['x', 'y']) };
    await put(tables.owners, row);

    expect(await copyTable(dynamodb, orderOf({ apply: false }))).toMatchObject({ written: 1 });
    expect(await allIn(tables.settings)).toEqual([]);
    expect(await copyTable(dynamodb, orderOf())).toMatchObject({ written: 1, changed: 0, compared: { missing: 1 } });
    expect(await allIn(tables.settings)).toEqual([row]);
    expect(await copyTable(dynamodb, orderOf())).toMatchObject({ written: 0, compared: { same: 1 } });
  });

  it('leaves a row that is newer, unless differing rows are to be replaced', async () => {
    await put(tables.owners, { owner_id: owner, version: 1, text: 'restored' });
    await put(tables.settings, { owner_id: owner, version: 2, text: 'live' });

    expect(await copyTable(dynamodb, orderOf())).toMatchObject({ written: 0, compared: { differs: 1 } });
    expect(await allIn(tables.settings)).toMatchObject([{ text: 'live' }]);
    expect(await copyTable(dynamodb, orderOf({ replace: true }))).toMatchObject({ written: 1 });
    expect(await allIn(tables.settings)).toMatchObject([{ text: 'restored' }]);
  });

  it.each([
    ['with a version', { version: 2 }],
    ['without one', { text: 'live' }],
  ])('leaves a row %s that another writer changes after the comparison', async (_, live) => {
    await put(tables.owners, { owner_id: owner, version: 1, text: 'restored' });
    await put(tables.settings, { owner_id: owner, ...live });
    const racing = tables.newClient();
    racing.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'PutItemCommand') await change();
          return next(args);
        },
      { step: 'initialize' },
    );
    const change = () =>
      tables.documents.send(
        new UpdateCommand({
          TableName: tables.settings,
          Key: { owner_id: owner },
          UpdateExpression: 'SET version = :next, #text = :text',
          ExpressionAttributeNames: { '#text': 'text' },
          ExpressionAttributeValues: { ':next': 3, ':text': 'raced' },
        }),
      );

    expect(await copyTable(racing, orderOf({ replace: true }))).toMatchObject({ written: 0, changed: 1 });
    expect(await allIn(tables.settings)).toMatchObject([{ text: 'raced', version: 3 }]);
  });

  it('copies the rows of one owner only, and names those that it writes', async () => {
    const other = anOwner();
    await put(tables.owners, { owner_id: owner });
    await put(tables.owners, { owner_id: other });
    const named: string[] = [];

    await copyTable(dynamodb, orderOf({ onRow: (key, comparison) => named.push(`${comparison} ${key}`) }));

    expect(named).toEqual([`missing ${owner}`]);
  });

  it('reads more rows than fit into one request', async () => {
    const ids = Array.from({ length: 130 }, (_, index) => `${owner}-${index}`);
    for (const id of ids) await put(tables.owners, { owner_id: id, text: 'x'.repeat(1000) });
    const mine = (key: string) => key.startsWith(`${owner}-`);
    const named: string[] = [];

    await copyTable(dynamodb, orderOf({ owner: undefined, apply: false, onRow: (key) => named.push(key) }));

    expect(named.filter(mine).toSorted()).toEqual(ids.toSorted());
  });
});

describe('rows that a caller deleted', () => {
  const keys = ['owner_id', 'conversation_id'];
  const rowOf = (id: string, updated: string): Row => ({
    owner_id: { S: owner },
    conversation_id: { S: id },
    updated_at: { S: updated },
  });
  const audited = (action: string, id: string, outcome: 'success' | 'refused' = 'success') =>
    writeAudit(
      tables.documents,
      {
        ownerId: owner,
        actor: { type: 'operator', name: null },
        action,
        occurredAt: new Date('2026-11-20T12:00:00.000Z'),
        outcome,
        resource: { conversation_id: id },
      },
      tables.audit,
    );

  it('are known from the audit log, by their ids and times', async () => {
    const [gone, kept, refused] = [randomUUID(), randomUUID(), randomUUID()];
    await audited('delete-app-conversation', gone);
    await audited('update-app-conversation', kept);
    await audited('delete-app-conversation', refused, 'refused');
    const deletions = new Deletions(dynamodb, tables.audit, now);
    const has = (id: string, updated: string) => deletions.has(rowOf(id, updated), keys);

    expect(await has(gone, '2026-11-19T00:00:00.000Z')).toBe(true);
    expect(await has(gone, '2026-11-21T00:00:00.000Z')).toBe(false);
    expect(await has(kept, '2026-11-19T00:00:00.000Z')).toBe(false);
    expect(await has(refused, '2026-11-19T00:00:00.000Z')).toBe(false);
  });

  it('include keys that were revoked, as the journal of keys has it', async () => {
    const store = new DynamoKeyStore(tables.documents, { apiKeys: tables.apiKeys });
    const journal = new KeyJournal({ audit: tables.audit, integratorEvents: tables.integratorEvents });
    const { record } = await issueKey({ ownerId: owner, name: null, expiresAt: null }, store, now);
    const author = { actor: { type: 'operator', name: null } } as const;
    const row: Row = { key_id: { S: record.key_id }, owner_id: { S: owner }, created_at: { S: record.created_at } };
    const isDeleted = () => new Deletions(dynamodb, tables.audit, now).has(row, ['key_id']);
    expect(await isDeleted()).toBe(false);

    await store.revoke(record.key_id, now, journal.keyEvent('revoked', record, author, now));

    expect(await isDeleted()).toBe(true);
  });
});
