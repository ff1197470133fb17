import { randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { DynamoWatchedAccounts } from '../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoApiCallCounts } from '../../../../shared/domain/billing/usage/dynamo-api-call-counts.ts';
import { DynamoApiCalls } from '../../../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { DynamoSettledSums } from '../../../../shared/domain/billing/usage/dynamo-settled-sums.ts';
import { LedgerUsageReader } from '../../../../shared/domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import { taskEnded } from '../../../../shared/domain/sandboxes/lifecycle/changes.ts';
import { openOf } from '../../../../shared/domain/sandboxes/record/ledger-of.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  buried as buriedSnapshot,
  deletionRequested,
} from '../../../../shared/domain/sandboxes/snapshots/snapshot-changes.ts';
import {
  DynamoMeteredSandboxes,
  DynamoSandboxStore,
} from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotStore } from '../../../../shared/domain/sandboxes/store/dynamo-snapshot-store.ts';
import {
  DynamoUsageEntries,
  DynamoUsageLedger,
} from '../../../../shared/domain/sandboxes/usage/dynamo-usage-ledger.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { ReadMeter } from '../../../bench/rows/read-meter.ts';
import { ownerAccountsSuite } from '../../../support/billing/usage.suite.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { aLaunch, aRunningSandbox, aStoppedTask } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const meter = new ReadMeter(tables.documents);

const at = (time: string) => `2026-11-21T${time}.000Z`;
const today = { from: at('00:00:00'), to: '2026-11-22T00:00:00.000Z' };
const afternoon = new Date(at('15:00:00'));

const aSandboxSinceNoon = (owner = anOwner()): Sandbox => {
  const size = { cpu_units: 1024, memory_megabytes: 2048, architecture: 'X86_64' } as const;
  const launch = { ...aLaunch({ startedBy: '', mark: '' }), size, api_key_id: 'key-1' };
  const times = { task_started_at: at('12:00:00'), running_since: at('12:00:30') };
  return aRunningSandbox({ owner_id: owner, volume_id: 'vol-1', launch, ...times });
};
const stoppedTask = aStoppedTask({
  times: { createdAt: null, pullStartedAt: null, pullStoppedAt: null, startedAt: null, stoppedAt: at('13:30:00') },
});
const ended = (row: Sandbox): Sandbox =>
  taskEnded(row, { kind: 'task-ended', endOutcome: 'as-wanted', reason: null, task: stoppedTask }, afternoon);

const sandboxes = () => new DynamoMeteredSandboxes(tables.documents, tables);
const sums = () => new DynamoSettledSums(tables.documents, tables);
const ledger = () => new DynamoUsageLedger(tables.documents, tables);
const entries = () => new DynamoUsageEntries(tables.documents, tables);
const times = (rows: readonly { kind: string; started_at: string; ended_at: string }[]) =>
  rows.map(({ kind, started_at, ended_at }) => [kind, started_at.slice(11, 19), ended_at.slice(11, 19)]);

/** The client, with a hook between the read of the ledger and the read of sandbox rows. */
function inBetween(happens: () => Promise<unknown>): DynamoDBDocumentClient {
  const answered = Promise.withResolvers<void>();
  return new Proxy(tables.documents, {
    get(target, name) {
      if (name !== 'send') return Reflect.get(target, name);
      return async (command: Parameters<typeof target.send>[0]) => {
        if (command instanceof BatchGetCommand) {
          await answered.promise;
          await happens();
        }
        const output = await target.send(command);
        if (command instanceof QueryCommand && command.input.IndexName === 'ended_index') answered.resolve();
        return output;
      };
    },
  });
}

async function added(row = aSandboxSinceNoon()): Promise<Sandbox> {
  await sandboxes().save([{ previous: null, next: row }]);
  return row;
}

describe('the usage ledger', () => {
  it('contains open intervals up to now, and closed ones from the write that closed them', async () => {
    const row = await added();
    const { owner_id: owner } = row;
    expect(times(await ledger().intervals(owner, today, afternoon))).toEqual([['running', '12:00:00', '15:00:00']]);

    await sandboxes().save([{ previous: row, next: ended(row) }]);

    expect(times(await ledger().intervals(owner, today, afternoon))).toEqual([
      ['running', '12:00:00', '13:30:00'],
      ['paused', '13:30:00', '15:00:00'],
    ]);
  });

  it('contains an interval that ends while it is read, once', async () => {
    const row = await added();
    const documents = inBetween(() => sandboxes().save([{ previous: row, next: ended(row) }]));

    const rows = await new DynamoUsageLedger(documents, tables).intervals(row.owner_id, today, afternoon);

    expect(times(rows)).toEqual([
      ['running', '12:00:00', '13:30:00'],
      ['paused', '13:30:00', '15:00:00'],
    ]);
  });

  it('contains a rest that ends while it is read, once', async () => {
    const row = await added();
    const resting = ended(row);
    await sandboxes().save([{ previous: row, next: resting }]);
    const resumed = { ...resting, version: resting.version + 1, workspace_kept: null, updated_at: at('14:00:00') };
    const documents = inBetween(() => sandboxes().save([{ previous: resting, next: resumed }]));

    const rows = await new DynamoUsageLedger(documents, tables).intervals(row.owner_id, today, afternoon);

    expect(times(rows)).toEqual([
      ['running', '12:00:00', '13:30:00'],
      ['paused', '13:30:00', '14:00:00'],
    ]);
  });

  it('reads ended intervals once if no interval ends between two reads', async () => {
    const { owner_id } = await added();
    meter.take();

    await ledger().intervals(owner_id, today, afternoon);

    // Eight segments of sandboxes, their rows, open snapshots, and ended intervals.
    expect(meter.take().calls).toBe(8 + 1 + 1 + 1);
  });

  it('contains the storage of a snapshot up to now, and until its deletion was requested', async () => {
    const row = aSnapshot({ owner_id: anOwner() });
    const snapshots = new DynamoSnapshotStore(tables.documents, tables);
    await snapshots.save({ previous: null, next: row }, 10);
    const stored = async () => times(await ledger().intervals(row.owner_id, today, afternoon));

    expect(await stored()).toEqual([['snapshot', '12:00:00', '15:00:00']]);
    const deleting = deletionRequested(row, new Date(at('13:00:00')));
    await snapshots.save({ previous: row, next: deleting });
    expect(await stored()).toEqual([['snapshot', '12:00:00', '13:00:00']]);
    await snapshots.save({ previous: deleting, next: buriedSnapshot(deleting, new Date(at('14:00:00'))) });
    expect(await stored()).toEqual([['snapshot', '12:00:00', '13:00:00']]);
  });

  it('contains no interval of a write that lost its race', async () => {
    const row = await added();
    const { owner_id: owner } = row;
    await sandboxes().save([{ previous: row, next: { ...row, version: 2 } }]);

    await expect(sandboxes().save([{ previous: row, next: ended(row) }])).rejects.toThrow(VersionConflictError);

    expect(times(await ledger().intervals(owner, today, afternoon))).toEqual([['running', '12:00:00', '15:00:00']]);
  });

  it("refuses a sandbox's write through a writer that cannot end its costs, and the sandbox stays unchanged", async () => {
    const row = await added();
    const { owner_id: owner, sandbox_id: id } = row;
    const store = new DynamoSandboxStore(tables.documents, tables);

    await expect(store.save([{ previous: row, next: ended(row) }])).rejects.toThrow(
      'this store cannot end usage intervals',
    );
    expect((await store.find(owner, id))?.version).toBe(row.version);
  });

  it('returns nothing to another owner', async () => {
    const row = await added();
    await sandboxes().save([{ previous: row, next: ended(row) }]);

    expect(await ledger().intervals(anOwner(), today, afternoon)).toEqual([]);
    expect(await ledger().ofSandbox(anOwner(), row.sandbox_id, [])).toEqual([]);
  });

  it('returns exactly the intervals of a time span', async () => {
    const row = await added();
    const { owner_id: owner } = row;
    await sandboxes().save([{ previous: row, next: ended(row) }]);
    const within = async (from: string, to: string) =>
      times(await ledger().intervals(owner, { from: at(from), to: at(to) }, afternoon)).map(([kind]) => kind);

    expect(await within('11:00:00', '12:00:00')).toEqual([]);
    expect(await within('11:00:00', '12:00:01')).toEqual(['running']);
    expect(await within('13:29:59', '13:45:00')).toEqual(['running', 'paused']);
    expect(await within('13:30:01', '13:45:00')).toEqual(['paused']);
  });

  it('returns the intervals of one sandbox', async () => {
    const owner = anOwner();
    const row = await added(aSandboxSinceNoon(owner));
    await added(aSandboxSinceNoon(owner));
    const next = ended(row);
    await sandboxes().save([{ previous: row, next }]);

    const rows = await ledger().ofSandbox(owner, row.sandbox_id, openOf(next, afternoon));

    expect(times(rows)).toEqual([
      ['running', '12:00:00', '13:30:00'],
      ['paused', '13:30:00', '15:00:00'],
    ]);
  });

  it('keeps one entry when the same entry is put again', async () => {
    const row = await added();
    const { owner_id: owner } = row;
    await sandboxes().save([{ previous: row, next: ended(row) }]);
    const [entry] = await ledger().intervals(owner, today, new Date(at('13:30:00')));
    if (!entry) throw new Error('there is no entry');

    await entries().put({ ...entry, ended_at: at('13:31:00') });

    expect(await entries().find(owner, entry.usage_key)).toMatchObject({ ended_at: at('13:31:00') });
    expect(times(await ledger().intervals(owner, today, new Date(at('13:30:00'))))).toEqual([
      ['running', '12:00:00', '13:31:00'],
    ]);
  });
});

describe('the usage of a month to date', () => {
  it('is the sum of closed and open intervals, in total and by lineage', async () => {
    const owner = anOwner();
    const row = await added(aSandboxSinceNoon(owner));
    const launch = row.launch && { ...row.launch, api_key_id: 'key-2', lineages: ['key-2', 'maker'] };
    const other = await added({ ...aSandboxSinceNoon(owner), launch });
    await added({ ...aSandboxSinceNoon(owner), launch });
    for (const one of [row, other]) await sandboxes().save([{ previous: one, next: ended(one) }]);
    const reader = new LedgerUsageReader({ ledger: ledger(), sums: sums(), tables: pricesOf(undefined).tables });

    const used = await reader.monthToDate(owner, '2026-11', afternoon);

    expect(used.sandboxSeconds).toBe(2 * 1.5 * 3600 + 3 * 3600);
    expect(used.byLineage.get('key-1')?.sandboxSeconds).toBe(1.5 * 3600);
    expect(used.byLineage.get('key-2')?.sandboxSeconds).toBe(4.5 * 3600);
    expect(used.byLineage.get('maker')).toEqual(used.byLineage.get('key-2'));
    const parts = ['key-1', 'maker'].map((id) => used.byLineage.get(id)?.microUsd ?? 0);
    expect(Math.abs(used.microUsd - parts.reduce((sum, part) => sum + part))).toBeLessThanOrEqual(1);
    expect(await reader.monthToDate(owner, '2026-10', afternoon)).toMatchObject({ microUsd: 0, sandboxSeconds: 0 });
  });
});

describe('the calls of an owner', () => {
  it('are the calls of all keys of the owner by hour', async () => {
    const owner = anOwner();
    const calls = new DynamoApiCalls(tables.documents, tables);
    const counts = new DynamoApiCallCounts(tables.documents, tables);
    for (const [key, owner_id] of [
      ['a', owner],
      ['b', owner],
      ['c', anOwner()],
    ]) {
      const hash = `${key}${randomUUID().replaceAll('-', '')}`;
      const Item = { key_id: `${owner}-${key}`, owner_id, hash, created_at: at('12:00:00') };
      await tables.documents.send(new PutCommand({ TableName: tables.apiKeys, Item }));
      await calls.count(hash.slice(0, 32), { isLegacy: key === 'b' }, new Date(at('12:59:59')));
      await calls.count(hash.slice(0, 32), { isLegacy: false }, new Date(at('13:00:00')));
    }

    const found = await counts.of(owner, today);

    const sorted = found.toSorted((x, y) => `${x.keyId}${x.hour}`.localeCompare(`${y.keyId}${y.hour}`));
    expect(sorted).toEqual([
      { keyId: `${owner}-a`, hour: '2026-11-21T12', calls: 1, legacyCalls: 0 },
      { keyId: `${owner}-a`, hour: '2026-11-21T13', calls: 1, legacyCalls: 0 },
      { keyId: `${owner}-b`, hour: '2026-11-21T12', calls: 1, legacyCalls: 1 },
      { keyId: `${owner}-b`, hour: '2026-11-21T13', calls: 1, legacyCalls: 0 },
    ]);
  });
});

const update = (owner_id: string, expression: string, name: string, value: number) =>
  tables.documents.send(
    new UpdateCommand({
      TableName: tables.owners,
      Key: { owner_id },
      UpdateExpression: expression,
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

describe('accounts in DynamoDB', () => {
  ownerAccountsSuite(() => ({
    store: new DynamoMeteredSandboxes(tables.documents, tables),
    accounts: new DynamoWatchedAccounts(tables.documents, tables),
    setLimits: async (ownerId, limits) => {
      for (const [name, value] of Object.entries(limits)) await update(ownerId, 'SET #name = :value', name, value);
    },
    suspend: (ownerId, at) =>
      at === null
        ? tables.documents
            .send(
              new UpdateCommand({
                TableName: tables.owners,
                Key: { owner_id: ownerId },
                UpdateExpression: 'REMOVE suspended_at',
              }),
            )
            .then(() => undefined)
        : update(ownerId, 'SET #name = :value', 'suspended_at', at as never).then(() => undefined),
    spoilKeyCount: async (ownerId, keyId, difference) => {
      await update(ownerId, 'ADD #name :value', `active_key_${keyId}`, difference);
    },
    spoilCpuUnits: async (ownerId, keyId, difference) => {
      for (const name of ['cpu_units', `cpu_units_key_${keyId}`])
        await update(ownerId, 'ADD #name :value', name, difference);
    },
    published: async (ownerId) => {
      const { Items = [] } = await tables.documents.send(
        new QueryCommand({
          TableName: tables.integratorEvents,
          KeyConditionExpression: 'owner_id = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
        }),
      );
      return Items.map(({ event_id: id }) => String(id));
    },
  }));
});
