import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { changed } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoMeteredSandboxes } from '../../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { anOwner, collect } from '../../../../support/http/walk.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { within } from '../../../../support/sandboxes/start-bounds.ts';
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

  it('corrects an owner whose row has no number of changes', async () => {
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

  it('repeats the count when a sandbox starts while another is paused, which leaves the number of sandboxes unchanged', async () => {
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
