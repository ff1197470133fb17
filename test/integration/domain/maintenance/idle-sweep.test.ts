import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { idle } from '../../../../infra/docs/cost/prices.ts';
import { DynamoOverdueCalls } from '../../../../shared/domain/broker/calls/dynamo-model-call-log.ts';
import { DynamoModelCallEnds } from '../../../../shared/domain/broker/calls/dynamo-model-calls.ts';
import { DynamoStartTaskStore } from '../../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { DynamoSweepProgress } from '../../../../shared/domain/maintenance/dynamo-sweep-progress.ts';
import { sweep } from '../../../../shared/domain/maintenance/sweep.ts';
import { sweepModelCalls } from '../../../../shared/domain/maintenance/sweep-model-calls.ts';
import { DynamoLiveRows } from '../../../../shared/domain/sandboxes/edge/dynamo-edge-rows.ts';
import { noEdgeEntries } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { DynamoMeteredSandboxes } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoOperations } from '../../../../shared/domain/service/operations/dynamo-operations.ts';
import { DynamoDeliveryLeases } from '../../../../shared/domain/webhooks/dynamo-delivery-leases.ts';
import { sweepDeliveries } from '../../../../shared/domain/webhooks/sweep-deliveries.ts';
import { SandboxWorld } from '../../../support/sandboxes/world/sandbox-world.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

it('a sweep that finds nothing asks tables as often as docs/cost.md assumes', async () => {
  const asked: string[] = [];
  const documents = DynamoDBDocumentClient.from(tables.newClient());
  documents.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        asked.push(String(commandName));
        return next(args);
      },
    { step: 'initialize' },
  );
  const live = new DynamoLiveRows(documents, tables);
  const leases = new DynamoDeliveryLeases(documents, tables);
  const operations = new DynamoOperations(documents, tables);
  const deps = {
    ...new SandboxWorld(1).sweepDeps(),
    sandboxes: new DynamoMeteredSandboxes(documents, tables),
    progress: new DynamoSweepProgress(documents, tables),
    startTasks: new DynamoStartTaskStore(documents, tables),
    leases,
    deliveryBacklog: (now: Date) => leases.backlog(now),
    saveSummary: (document: string, now: Date) => operations.saveSummary(document, now),
    deliver: async () => undefined,
    edgeEntries: {
      entries: noEdgeEntries,
      rows: live,
      compare: async () => {
        throw new Error('nothing is to be compared');
      },
    },
  };
  const calls = {
    overdueCalls: new DynamoOverdueCalls(documents, tables),
    callEnds: new DynamoModelCallEnds(documents, tables),
    now: deps.now,
  };
  // Has noted that the edge has no entries.
  await live.foundEmpty(new Date(deps.now().getTime() - 1));
  asked.length = 0;

  await Promise.all([sweep(deps), sweepDeliveries(deps), sweepModelCalls(calls)]);

  const writes = asked.filter((name) => name === 'PutItemCommand');
  const reads = asked.filter((name) => name !== 'PutItemCommand');
  expect([reads.length, writes.length]).toEqual([idle.tableReadsOfSweep, 1]);
  expect(new Set(reads)).toEqual(new Set(['GetItemCommand', 'QueryCommand', 'ScanCommand']));
  expect(((await operations.summary())?.document ?? '').length).toBeLessThan(1_000);
});
