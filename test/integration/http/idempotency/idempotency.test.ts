import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { createConversation } from '../../../../functions/conversations/create-conversation.ts';
import { queueMessage } from '../../../../functions/conversations/queue-message.ts';
import { streamStartAppConversation } from '../../../../functions/conversations/stream-start-app-conversation.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import { Budgets } from '../../../../shared/domain/billing/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../../../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoPendingMessages } from '../../../../shared/domain/conversations/messages/dynamo-pending-messages.ts';
import {
  DynamoConversationHomes,
  DynamoConversationStore,
} from '../../../../shared/domain/conversations/record/dynamo-conversation-store.ts';
import { DynamoAppStarts } from '../../../../shared/domain/conversations/start/create/dynamo-conversation-starts.ts';
import { DynamoStartTaskStore } from '../../../../shared/domain/conversations/start/task/dynamo-start-task-store.ts';
import { DynamoUploads } from '../../../../shared/domain/conversations/uploads/dynamo-uploads.ts';
import { DynamoMeteredSandboxes } from '../../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoSnapshotReader } from '../../../../shared/domain/sandboxes/store/dynamo-snapshot-reader.ts';
import { DynamoWorkRows } from '../../../../shared/domain/sandboxes/waits/dynamo-work-rows.ts';
import { SandboxWork } from '../../../../shared/domain/sandboxes/waits/sandbox-work.ts';
import type { ClaimDeps } from '../../../../shared/http/idempotency/attempt.ts';
import { DynamoClaimStore, DynamoSealedClaimStore } from '../../../../shared/http/idempotency/dynamo-claim-store.ts';
import { COUNT_KEY } from '../../../../shared/platform/aws/kept-counts.ts';
import { transact } from '../../../../shared/platform/aws/transact.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { MemoryUsage } from '../../../support/billing/memory-usage.ts';
import { noRestarts } from '../../../support/conversations/start/start-services.ts';
import { aClaim, claimStoreSuite } from '../../../support/http/claim-store.suite.ts';
import { invoke, invokeStreamed, type TestAnswer } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { MemoryVault } from '../../../support/platform/memory-vault.ts';
import { MemoryWaitPlaces, noWarmTasks } from '../../../support/sandboxes/memory-stores.ts';
import { noOwnSpecs } from '../../../support/sandboxes/no-own-specs.ts';
import { someSpecs, stageOf } from '../../../support/sandboxes/sandbox-data.ts';
import { searchSize } from '../../../support/search-size.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { MemorySettingsStore } from '../../../support/settings/memory-settings-store.ts';

const tables = await useServiceTables();

describe('claims in DynamoDB', () => {
  claimStoreSuite((now) => ({
    store: new DynamoClaimStore(tables.documents, tables, now),
    write: (parts) => transact(tables.documents, parts),
  }));
});

describe('sealed claims in DynamoDB', () => {
  const vault = new MemoryVault();
  const sealed = () => new DynamoSealedClaimStore(tables.documents, tables, systemClock, vault);
  claimStoreSuite((now) => ({
    store: new DynamoSealedClaimStore(tables.documents, tables, now, vault),
    write: (parts) => transact(tables.documents, parts),
  }));

  it('contain no secret in clear text, and open only for their owner and request', async () => {
    const secret = 'ohk_0123456789abcdef';
    const claim = aClaim({ answer: { status_code: 200, body: JSON.stringify({ key: secret }) } });
    await sealed().add(claim);
    const { owner_id, request_key } = claim;

    const { Item } = await tables.documents.send(
      new GetCommand({ TableName: tables.idempotency, Key: { owner_id, request_key } }),
    );

    expect(JSON.stringify(Item)).not.toContain(secret);
    expect((await sealed().find(owner_id, request_key))?.answer?.body).toContain(secret);
  });
});

describe('equal concurrent requests', () => {
  const LIMIT = 1;
  const stores = () => {
    const { documents } = tables;
    const sandboxes = new DynamoMeteredSandboxes(documents, tables);
    return {
      conversations: new DynamoConversationStore(documents, tables),
      sandboxes,
      snapshots: new DynamoSnapshotReader(documents, tables),
      homes: new DynamoConversationHomes(documents, tables),
      starts: new DynamoAppStarts(documents, tables),
      startTasks: new DynamoStartTaskStore(documents, tables),
      messages: new DynamoPendingMessages(documents, tables, systemClock),
      work: new SandboxWork(new DynamoWorkRows(documents, tables, 'deliver', systemClock), 150, systemClock),
      keys: someKeys(),
      deliver: async () => undefined,
      renewModel: async () => undefined,
      patience: () => AbortSignal.timeout(10_000),
      specs: someSpecs(),
      ownSpecs: noOwnSpecs,
      warmTasks: noWarmTasks,
      vault: new MemoryVault(),
      settings: new MemorySettingsStore(),
      restartMessages: noRestarts,
      isRepeated: async () => false,
      uploads: new DynamoUploads(documents, tables),
      fetchEvents: async () => undefined,
      budgets: new Budgets({
        accounts: new DynamoOwnerAccounts(documents, tables),
        sandboxes,
        usage: new MemoryUsage(),
        now: systemClock,
      }),
      stageLimits: stageOf(LIMIT),
      publicLinks: true,
      now: systemClock,
      pause: async () => undefined,
    };
  };
  const claims = (): ClaimDeps => ({
    claims: new DynamoClaimStore(tables.documents, tables, systemClock),
    now: systemClock,
  });
  const together = (send: () => Promise<TestAnswer>, times: number = searchSize.equalRequests) =>
    Promise.all(Array.from({ length: times }, send));
  const rowsOf = async (table: string, owner: string) => {
    const { Items = [] } = await tables.documents.send(
      new ScanCommand({
        TableName: table,
        FilterExpression: 'owner_id = :owner',
        ExpressionAttributeValues: { ':owner': owner },
        ConsistentRead: true,
      }),
    );
    // The owner's counts are one more row.
    return Items.filter((row) => !Object.values(row).includes(COUNT_KEY)).length;
  };
  const counts = async (owner: string) => ({
    conversations: await rowsOf(tables.conversations, owner),
    sandboxes: await rowsOf(tables.sandboxes, owner),
    tasks: await rowsOf(tables.startTasks, owner),
  });
  const once = (answers: readonly TestAnswer[], status = 200) => {
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size, answers[0]?.text).toBe(1);
    expect(answers[0]?.status, answers[0]?.text).toBe(status);
    expect(answers.filter(({ headers }) => headers['Idempotent-Replayed'] === undefined)).toHaveLength(1);
  };
  const keyed = (owner: string, key = 'k') => ({
    caller: { ownerId: owner },
    headers: { 'Idempotency-Key': key },
    claims: claims(),
    // On a busy machine, many concurrent calls exceed the time limit of a single call.
    timeLeft: 90_000,
  });

  it('create one legacy conversation', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: { initial_user_msg: 'Hello' } };

    once(await together(() => invoke(createConversation, stores(), request)));

    expect(await counts(owner)).toEqual({ conversations: 1, sandboxes: 1, tasks: 1 });
  });

  it('create one conversation of the current generation, also at the sandbox limit', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: { title: 'one' } };

    once(await together(() => invoke(createAppConversation, stores(), request)));

    expect(await counts(owner)).toEqual({ conversations: 1, sandboxes: 1, tasks: 1 });
    const another = await invoke(createAppConversation, stores(), { ...request, ...keyed(owner, 'another') });
    expect(another.body.code).toBe('concurrency_limit_exceeded');
    const again = await invoke(createAppConversation, stores(), request);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
  });

  it('create one conversation with a chosen id', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: { conversation_id: '019ab7c0-0000-7000-8000-000000000001' } };

    once(await together(() => invoke(createConversation, stores(), request)));

    expect(await counts(owner)).toEqual({ conversations: 1, sandboxes: 1, tasks: 1 });
  });

  it('start one sandbox, also a hundred concurrent requests', async () => {
    const owner = anOwner();

    once(await together(() => invoke(startSandbox, stores(), keyed(owner)), 100));

    expect(await counts(owner)).toEqual({ conversations: 0, sandboxes: 1, tasks: 0 });
  });

  it('stream one start', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: {} };
    const over = {
      ...stores(),
      places: new MemoryWaitPlaces({ perKey: 20, overall: 20 }, systemClock),
      startTasks: {
        find: async (ownerId: string, id: string) => {
          const task = await stores().startTasks.find(ownerId, id);
          return task && { ...task, status: 'READY' as const, status_changes: task.status_changes + 1 };
        },
      },
    };

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => invokeStreamed(streamStartAppConversation, over, request)),
    );

    expect(new Set(answers.map(({ body }) => body.at(-1).id)).size).toBe(1);
    expect(answers.every(({ status, body }) => status === 200 && body.at(-1).status === 'READY')).toBe(true);
    expect(await counts(owner)).toEqual({ conversations: 1, sandboxes: 1, tasks: 1 });
  });

  it('queue one message', async () => {
    const owner = anOwner();
    const { body } = await invoke(createAppConversation, stores(), { caller: { ownerId: owner }, body: {} });
    const request = {
      ...keyed(owner),
      params: { conversation_id: body.conversation_id },
      body: { content: [{ type: 'text', text: 'Hello' }] },
    };

    once(await together(() => invoke(queueMessage, stores(), request)), 201);

    expect(await stores().messages.list(owner, body.conversation_id)).toHaveLength(1);
  });
});
