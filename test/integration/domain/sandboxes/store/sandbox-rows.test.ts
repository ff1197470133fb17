import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { publishOutcomes } from '../../../../../shared/domain/sandboxes/record/outcomes.ts';
import { changed, type Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoMeteredSandboxes } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { storedOf } from '../../../../../shared/domain/sandboxes/usage/dynamo-usage-ledger.ts';
import { systemClock } from '../../../../../shared/platform/clock.ts';
import { ReadMeter } from '../../../../bench/rows/read-meter.ts';
import { anOwner, collect } from '../../../../support/http/walk.ts';
import { aRunningSandbox, aSandbox, noon, within } from '../../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../../support/service-tables.ts';

const tables = await useServiceTables();

const now = new Date('2026-11-21T13:00:00.000Z');

describe('the repair of a count', () => {
  const interrupted = (interrupt: () => Promise<void>): DynamoMeteredSandboxes => {
    const client = tables.newClient();
    let isDone = false;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== QueryCommand.name) return next(args);
          const output = await next({ ...args, input: { ...args.input, Limit: 1 } });
          if (!isDone) await interrupt();
          isDone = true;
          return output;
        },
      { step: 'initialize' },
    );
    return new DynamoMeteredSandboxes(DynamoDBDocumentClient.from(client), tables);
  };

  it('corrects an owner whose row has no change number', async () => {
    const owner_id = anOwner();
    const store = new DynamoMeteredSandboxes(tables.documents, tables);
    await store.save([{ previous: null, next: aSandbox({ owner_id }) }], within(10));
    const Item = { owner_id, active_sandboxes: 4 };
    await tables.documents.send(new PutCommand({ TableName: tables.owners, Item }));

    expect(await store.repairCounts(owner_id)).toMatchObject({ owner: -3 });

    const counts = (await collect(store.counts())).filter(({ ownerId }) => ownerId === owner_id);
    expect(counts).toMatchObject([{ ownerId: owner_id, active: 1, changes: 1 }]);
  });

  it('repeats the count when a sandbox starts during it', async () => {
    const owner_id = anOwner();
    const store = new DynamoMeteredSandboxes(tables.documents, tables);
    const start = () => store.save([{ previous: null, next: aSandbox({ owner_id }) }], within(10));
    await start();
    const Item = { owner_id, active_sandboxes: 3, count_changes: 1 };
    await tables.documents.send(new PutCommand({ TableName: tables.owners, Item }));

    expect(await interrupted(start).repairCounts(owner_id)).toMatchObject({ owner: -2 });

    expect((await collect(store.counts())).find(({ ownerId }) => ownerId === owner_id)).toMatchObject({ active: 2 });
  });

  it('counts again if one sandbox starts and another is paused, although the number of sandboxes is unchanged', async () => {
    const owner_id = anOwner();
    const store = new DynamoMeteredSandboxes(tables.documents, tables);
    const first = aSandbox({ owner_id });
    await store.save([{ previous: null, next: first }], within(10));
    const Item = { owner_id, active_sandboxes: 3, count_changes: 1 };
    await tables.documents.send(new PutCommand({ TableName: tables.owners, Item }));
    const swap = async () => {
      const pause = { previous: first, next: changed(first, now, { desired: 'PAUSED' }) };
      await store.save([{ previous: null, next: aSandbox({ owner_id }) }, pause], within(10));
    };

    expect(await interrupted(swap).repairCounts(owner_id)).toMatchObject({ owner: -2 });

    expect((await collect(store.counts())).find(({ ownerId }) => ownerId === owner_id)).toMatchObject({ active: 1 });
  });
});

describe('outcomes that a store publishes', () => {
  it('count a start once, however many workers write its end at the same time', async () => {
    const figures: unknown[] = [];
    const published = publishOutcomes((name, value) => void figures.push([name, value]));
    const store = new DynamoMeteredSandboxes(tables.documents, tables, systemClock, published);
    const previous = aSandbox({ phase: 'BOOTING', desired: 'PAUSED' });
    await store.save([{ previous: null, next: previous }]);
    const next = changed(previous, new Date(), { phase: 'RUNNING' });

    const ends = await Promise.allSettled(Array.from({ length: 4 }, () => store.save([{ previous, next }])));

    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(figures).toEqual([['BootFailed', 0]]);
  });
});

const { documents, sandboxes: table } = tables;
const meter = new ReadMeter(documents);

async function add(...sandboxes: readonly Sandbox[]): Promise<void> {
  const store = new DynamoMeteredSandboxes(documents, tables);
  for (const next of sandboxes) await store.save([{ previous: null, next }], within(100));
}

const idsOf = async (owner: string, most = 10) =>
  (await storedOf(documents, table, owner, most)).map(({ sandbox_id: id }) => id).toSorted();

it('finds sandboxes that cost or have a disk, and reads none that are finished', async () => {
  const owner_id = anOwner();
  const paid = aRunningSandbox({ owner_id, task_started_at: noon });
  const kept = aSandbox({ owner_id, phase: 'PAUSED', desired: 'PAUSED', snapshot_id: 'snap-1' });
  const expired = Array.from({ length: 5 }, () => aSandbox({ owner_id, phase: 'EXPIRED', desired: 'PAUSED' }));
  await add(paid, kept, ...expired);
  meter.take();

  expect(await idsOf(owner_id)).toEqual([paid.sandbox_id, kept.sandbox_id].toSorted());
  expect(meter.take()).toMatchObject({ rows: 2, calls: 8 });
});

it('finds nothing of an owner whose name is this one, a slash and more', async () => {
  const owner = anOwner();
  const own = aRunningSandbox({ owner_id: owner, task_started_at: noon });
  await add(own, aRunningSandbox({ owner_id: `${owner}/other`, task_started_at: noon }));

  expect(await idsOf(owner)).toEqual([own.sandbox_id]);
});

it('refuses more than the limit before it reads their rows', async () => {
  const owner_id = anOwner();
  await add(...Array.from({ length: 3 }, () => aRunningSandbox({ owner_id, task_started_at: noon })));

  await expect(idsOf(owner_id, 2)).rejects.toThrow('more than 2 intervals');
});
