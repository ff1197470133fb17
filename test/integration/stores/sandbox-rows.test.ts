import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DynamoSandboxStore } from '../../../shared/sandboxes/dynamo-sandbox-store.ts';
import { changed } from '../../../shared/sandboxes/sandbox.ts';
import { aRunningSandbox, aSandbox } from '../../support/sandbox-data.ts';
import { within } from '../../support/start-bounds.ts';
import { anOwner, collect } from '../../support/walk.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 120_000);
afterAll(() => tables?.stop());

const now = new Date('2026-11-21T13:00:00.000Z');

/** What a row held before sandboxes had disks, limits of restarts and receipts. */
const OLDER = [
  ...['owner_id', 'sandbox_id', 'spec_id', 'desired', 'phase', 'phase_since', 'generation', 'wanted_generation'],
  ...['version', 'attempt', 'retry_at', 'task_arn', 'task_version', 'boot_lease_until', 'stop_into'],
  ...['unreachable_since', 'ports', 'exposed_urls', 'working_dir', 'idle_minutes', 'lifetime_minutes', 'key_id'],
  ...['created_at', 'updated_at', 'last_activity_at', 'deadline_at', 'status_reason', 'transitions'],
];

describe('a row of the version before', () => {
  const anOlderRow = async () => {
    const row = aRunningSandbox({ owner_id: anOwner() });
    const launch = {
      task_definition: 'agents-reference',
      container: 'agent',
      subnets: ['subnet-1'],
      security_groups: ['sg-1'],
      requested_at: row.created_at,
    };
    const older = Object.fromEntries(Object.entries(row).filter(([name]) => OLDER.includes(name)));
    const Item = { ...older, launch, created_sort: `${row.created_at}#${row.sandbox_id}`, watch: '1' };
    await tables.documents.send(new PutCommand({ TableName: tables.sandboxes, Item }));
    return row;
  };

  it('is read as a sandbox without a disk', async () => {
    const { owner_id, sandbox_id } = await anOlderRow();
    const store = new DynamoSandboxStore(tables.documents, tables);

    const found = await store.find(owner_id, sandbox_id);

    expect(found).toMatchObject({
      phase: 'RUNNING',
      launch: { volume: null },
      volume_id: null,
      snapshot_id: null,
      discards: [],
      restarts: 0,
      purge_at: null,
      receipt: null,
    });
    expect((await store.list(owner_id, 5, null)).items).toEqual([found]);
    expect(await store.listCounted(owner_id)).toEqual([found]);
    expect((await collect(store.watched())).filter((row) => row.owner_id === owner_id)).toEqual([found]);
    expect((await collect(store.stored())).filter((row) => row.owner_id === owner_id)).toEqual([]);
  });

  it('is written like any other, and is then one of this version', async () => {
    const { owner_id, sandbox_id } = await anOlderRow();
    const store = new DynamoSandboxStore(tables.documents, tables);
    const previous = await store.find(owner_id, sandbox_id);
    if (!previous) throw new Error('the row is gone');

    await store.save([{ previous, next: changed(previous, now, { volume_id: 'vol-1', phase: 'STOPPING' }) }]);

    expect(await store.find(owner_id, sandbox_id)).toMatchObject({ volume_id: 'vol-1', version: previous.version + 1 });
    const stored = (await collect(store.stored())).filter((row) => row.owner_id === owner_id);
    expect(stored).toMatchObject([{ sandbox_id, volume_id: 'vol-1', phase: 'STOPPING' }]);
  });

  it('counts for an owner whose count does not know how often it changed', async () => {
    const { owner_id } = await anOlderRow();
    const Item = { owner_id, active_sandboxes: 4 };
    await tables.documents.send(new PutCommand({ TableName: tables.owners, Item }));
    const store = new DynamoSandboxStore(tables.documents, tables);

    expect(await store.mendCount(owner_id)).toMatchObject({ owner: -3 });

    const counts = (await collect(store.counts())).filter(({ ownerId }) => ownerId === owner_id);
    expect(counts).toMatchObject([{ ownerId: owner_id, active: 1, changes: 1 }]);
  });
});

describe('mending a count', () => {
  /** A store that reads one row at a time, and whose rows change after the first. */
  const interrupted = (interrupt: () => Promise<void>): DynamoSandboxStore => {
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
    return new DynamoSandboxStore(DynamoDBDocumentClient.from(client), tables);
  };

  it('begins anew when a sandbox started after the rows were counted', async () => {
    const owner_id = anOwner();
    const store = new DynamoSandboxStore(tables.documents, tables);
    const start = () => store.save([{ previous: null, next: aSandbox({ owner_id }) }], within(10));
    await start();
    const Item = { owner_id, active_sandboxes: 3, count_changes: 1 };
    await tables.documents.send(new PutCommand({ TableName: tables.owners, Item }));

    expect(await interrupted(start).mendCount(owner_id)).toMatchObject({ owner: -2 });

    expect((await collect(store.counts())).find(({ ownerId }) => ownerId === owner_id)).toMatchObject({ active: 2 });
  });

  it('begins anew when one started as another was paused: both were seen running, and the count stayed as it was', async () => {
    const owner_id = anOwner();
    const store = new DynamoSandboxStore(tables.documents, tables);
    const first = aSandbox({ owner_id });
    await store.save([{ previous: null, next: first }], within(10));
    const Item = { owner_id, active_sandboxes: 3, count_changes: 1 };
    await tables.documents.send(new PutCommand({ TableName: tables.owners, Item }));
    const swap = async () => {
      const pause = { previous: first, next: changed(first, now, { desired: 'PAUSED' }) };
      await store.save([{ previous: null, next: aSandbox({ owner_id }) }, pause], within(10));
    };

    expect(await interrupted(swap).mendCount(owner_id)).toMatchObject({ owner: -2 });

    expect((await collect(store.counts())).find(({ ownerId }) => ownerId === owner_id)).toMatchObject({ active: 1 });
  });
});
