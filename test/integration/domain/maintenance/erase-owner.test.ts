import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { DynamoOwnerStore } from '../../../../shared/domain/accounts/owners/dynamo-owner-store.ts';
import { DynamoErasure } from '../../../../shared/domain/maintenance/erasure/dynamo-erasure.ts';
import { DynamoReceipts } from '../../../../shared/domain/maintenance/erasure/dynamo-receipts.ts';
import { type EraseDeps, eraseOwner } from '../../../../shared/domain/maintenance/erasure/erase-owner.ts';
import { ownerRows } from '../../../../shared/domain/maintenance/erasure/owner-rows.ts';
import { DynamoSandboxStore } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import type { TableDefinition } from '../../../../shared/rights/table-definition.ts';
import { tables as definitions, type TableName } from '../../../../shared/rights/tables.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { rowsLike } from './rows-of-owners.ts';

const tables = await useServiceTables();
const { documents } = tables;

const OWNER = 'erased-owner';
const STRANGER = 'other-owner';
const names = Object.keys(definitions) as TableName[];

const put = (name: TableName, Item: Readonly<Record<string, unknown>>) =>
  documents.send(new PutCommand({ TableName: tables[name], Item }));

/** Three rows in each table, and one for all owners where the key has none. */
async function fill(ownerId: string): Promise<void> {
  for (const name of names.filter((one) => ownerRows[one].kind !== 'receipt')) {
    for (const n of [1, 2, 3]) for (const row of rowsLike(name, ownerId, n)) await put(name, row);
  }
  await put('owners', { owner_id: ownerId, created_at: '2026-11-01T00:00:00.000Z', active_key_x: 0, sandbox_limit: 3 });
}

async function rowsOf(name: TableName): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables[name], ConsistentRead: true }));
  return Items;
}

/** The tables that hold anything of an owner. */
async function tablesWith(ownerId: string): Promise<readonly string[]> {
  const quoted = new RegExp(`"${ownerId}["/-]`);
  const found = await Promise.all(names.map(async (name) => quoted.test(JSON.stringify(await rowsOf(name))) && name));
  return found.filter((name) => name !== false);
}

const owners = new DynamoOwnerStore(documents, tables);
const receipt = async () => (await owners.find(OWNER))?.deletion;

class Scene {
  time = Date.parse('2026-11-29T08:00:00.000Z');
  writes = 0;
  failAt = Number.POSITIVE_INFINITY;
  readonly deps: EraseDeps;

  constructor() {
    const failing = new Proxy(documents, {
      get: (target, key) =>
        key === 'send'
          ? (command: Parameters<DynamoDBDocumentClient['send']>[0]) => this.#send(command)
          : Reflect.get(target, key),
    });
    const now = () => new Date(this.time);
    this.deps = {
      receipts: new DynamoReceipts(failing, tables),
      erasure: new DynamoErasure(failing, tables),
      sandboxes: new DynamoSandboxStore(failing, tables),
      snapshots: { find: async () => undefined, save: async () => undefined },
      workOnSnapshot: async () => undefined,
      deletePrebuild: async () => undefined,
      removeSpec: async (_, id) => this.#removeSpec(id),
      now,
      // The reconciler ends what was requested.
      pause: async (milliseconds) => {
        this.time += milliseconds;
        await reconcile();
      },
      timeLeft: () => 100_000,
    };
  }

  async #send(command: Parameters<DynamoDBDocumentClient['send']>[0]): Promise<unknown> {
    const isWrite = /Transact|Put|Update|Delete/.test(command.constructor.name);
    if (isWrite && ++this.writes === this.failAt) throw new Error('the worker died');
    return documents.send(command as never);
  }

  /** Its task definition is still to be deregistered. */
  async #removeSpec(id: string): Promise<void> {
    await put('sandboxSpecs', { owner_id: OWNER, spec_id: id, family: 'registered' });
  }

  run(): Promise<boolean> {
    return eraseOwner(OWNER, `worker-${this.failAt}`, this.deps);
  }
}

async function reconcile(): Promise<void> {
  for (const row of await rowsOf('sandboxes')) {
    if (row.owner_id !== OWNER || row.desired !== 'DELETED' || row.phase === 'DELETED') continue;
    await put('sandboxes', { ...row, phase: 'DELETED', counted_sort: undefined, watch: undefined });
  }
  for (const { owner_id, spec_id, family } of await rowsOf('sandboxSpecs')) {
    if (family === undefined) continue;
    await documents.send(new DeleteCommand({ TableName: tables.sandboxSpecs, Key: { owner_id, spec_id } }));
  }
}

async function emptyTables(): Promise<void> {
  for (const name of names) {
    const { partitionKey, sortKey }: TableDefinition = definitions[name];
    for (const row of await rowsOf(name)) {
      const Key = { [partitionKey]: row[partitionKey], ...(sortKey === undefined ? {} : { [sortKey]: row[sortKey] }) };
      await documents.send(new DeleteCommand({ TableName: tables[name], Key }));
    }
  }
}

describe('the deletion of an owner', () => {
  beforeEach(async () => {
    await emptyTables();
    await fill(OWNER);
    await fill(STRANGER);
  });

  const mark = (records: 'keep' | 'delete') =>
    owners.markForDeletion(OWNER, records, [], { by: 'operator-key', now: new Date('2026-11-29T08:00:00.000Z') });
  const expiring = names.filter((name) => ['expires', 'none'].includes(ownerRows[name].kind));

  it('leaves nothing of the owner in any table but the receipt, and nothing of others is missing', async () => {
    const before = await Promise.all(names.map(rowsOf));
    const sandbox = aRunningSandbox({ owner_id: OWNER });
    await new DynamoSandboxStore(documents, tables).save([{ previous: null, next: sandbox }]);
    await mark('delete');

    expect(await new Scene().run()).toBe(true);

    expect((await tablesWith(OWNER)).toSorted()).toEqual([...expiring, 'owners'].toSorted());
    const after = await Promise.all(names.map(rowsOf));
    const ofStranger = (rows: typeof before) =>
      rows.map((some) =>
        some
          .filter((row) => JSON.stringify(row).includes(STRANGER))
          .map((row) => JSON.stringify(row))
          .toSorted(),
      );
    expect(ofStranger(after)).toEqual(ofStranger(before));
    expect(await receipt()).toMatchObject({
      requested_by: 'operator-key',
      records: 'delete',
      finished_at: expect.any(String),
      deleted: {
        api_keys: 3,
        api_call_counts: 6,
        conversations: 3,
        events: 3,
        sandboxes: 4,
        webhook_messages: 3,
        usage: 3,
      },
    });
    const { Item } = await documents.send(new GetCommand({ TableName: tables.owners, Key: { owner_id: OWNER } }));
    expect(Item).not.toHaveProperty('sandbox_limit');
    expect(Number(Item?.purge_at)).toBeGreaterThan(Date.parse('2027-11-29T00:00:00.000Z') / 1000);
  });

  it('keeps the ledger and the audit log by default, until a second request', async () => {
    await mark('keep');
    expect(await new Scene().run()).toBe(true);
    expect((await tablesWith(OWNER)).toSorted()).toEqual([...expiring, 'audit', 'owners', 'usage'].toSorted());

    await mark('delete');
    expect(await receipt()).toMatchObject({ finished_at: null });
    expect(await new Scene().run()).toBe(true);
    expect((await tablesWith(OWNER)).toSorted()).toEqual([...expiring, 'owners'].toSorted());
    await expect(mark('delete')).rejects.toThrow();
  });

  it('continues after a crash at each of its writes, and counts every row once', async () => {
    await mark('delete');
    for (let failAt = 1; ; failAt += 1) {
      const scene = new Scene();
      scene.failAt = failAt;
      // Each run dies a write later, and none has begun when the lease of the last is over.
      const isDone = await scene.run().catch((error: Error) => error.message);
      if (isDone === true || (await receipt())?.finished_at) break;
      expect(isDone).toBe('the worker died');
      await documents.send(
        new UpdateCommand({
          TableName: tables.owners,
          Key: { owner_id: OWNER },
          UpdateExpression: 'REMOVE lease_until',
        }),
      );
    }
    expect((await tablesWith(OWNER)).toSorted()).toEqual([...expiring, 'owners'].toSorted());
    expect((await receipt())?.deleted).toMatchObject({ api_keys: 3, events: 3, usage: 3, secrets: 3, uploads: 3 });
  });

  it('ends all access before it waits for a sandbox to end', async () => {
    const sandbox = aRunningSandbox({ owner_id: OWNER });
    await new DynamoSandboxStore(documents, tables).save([{ previous: null, next: sandbox }]);
    await mark('keep');
    const scene = new Scene();
    let pauses = 0;
    const pause = async (milliseconds: number) => {
      scene.time += milliseconds;
      pauses += 1;
    };
    const stuck = { ...scene.deps, pause, timeLeft: () => (pauses < 3 ? 100_000 : 0) };

    expect(await eraseOwner(OWNER, 'worker', stuck)).toBe(false);

    const left = async (name: TableName) => (await rowsOf(name)).filter((row) => row.owner_id === OWNER).length;
    const access = ['apiKeys', 'members', 'invitations', 'webhookEndpoints'] as const;
    expect(await Promise.all(access.map(left))).toEqual([0, 0, 0, 0]);
    expect(await left('secrets')).toBe(3);
  });

  it('touches no owner that is not marked, and none that another worker has', async () => {
    expect(await new Scene().run()).toBe(false);
    expect(await rowsOf('secrets')).toHaveLength(6);

    await mark('keep');
    const scene = new Scene();
    await scene.deps.receipts.hold(OWNER, 'another', scene.deps.now());
    expect(await scene.run()).toBe(false);
    expect(await rowsOf('secrets')).toHaveLength(6);
  });

  it('makes the id unusable, refuses new keys, and a second request changes nothing', async () => {
    await mark('keep');
    await expect(mark('keep')).rejects.toThrow();
    await expect(owners.add(OWNER, {}, 'key', new Date(), [])).rejects.toMatchObject({ code: 'conflict' });
    expect(owners.registered(OWNER, 'key', new Date()).lost()).toMatchObject({ code: 'conflict' });
    const limits = { limits: { sandboxes: 1 } };
    const change = owners.change(OWNER, limits, [], { by: 'key', now: new Date() });
    await expect(change).rejects.toMatchObject({ code: 'precondition_failed' });
  });
});
