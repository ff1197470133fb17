import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../functions/app-conversations/create-app-conversation.ts';
import { streamStartAppConversation } from '../../../functions/app-conversations/stream-start-app-conversation.ts';
import { createConversation } from '../../../functions/conversations/create-conversation.ts';
import { queueMessage } from '../../../functions/messages/queue-message.ts';
import { startSandbox } from '../../../functions/sandboxes/start-sandbox.ts';
import { transactParts } from '../../../shared/aws/transact.ts';
import { Budgets } from '../../../shared/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../../../shared/budgets/dynamo-owner-accounts.ts';
import { systemClock } from '../../../shared/clock.ts';
import { DynamoConversationStarts } from '../../../shared/conversations/dynamo-conversation-starts.ts';
import { DynamoConversationStore } from '../../../shared/conversations/dynamo-conversation-store.ts';
import type { ClaimDeps } from '../../../shared/idempotency/attempt.ts';
import { DynamoClaimStore } from '../../../shared/idempotency/dynamo-claim-store.ts';
import { DynamoPendingMessages } from '../../../shared/messages/dynamo-pending-messages.ts';
import { DynamoSandboxStore } from '../../../shared/sandboxes/dynamo-sandbox-store.ts';
import { DynamoStartTaskStore } from '../../../shared/start-tasks/dynamo-start-task-store.ts';
import { aClaim, claimStoreSuite } from '../../support/claim-store.suite.ts';
import { invoke, invokeStreamed, type TestAnswer } from '../../support/invoke.ts';
import { MemoryUsage } from '../../support/memory-usage.ts';
import { MemoryVault } from '../../support/memory-vault.ts';
import { someSpecs } from '../../support/sandbox-data.ts';
import { anOwner } from '../../support/walk.ts';
import { type ServiceTables, startServiceTables } from './service-tables.ts';

let tables: ServiceTables;
beforeAll(async () => {
  tables = await startServiceTables();
}, 60_000);
afterAll(() => tables?.stop());

describe('claims in DynamoDB', () => {
  claimStoreSuite((now) => ({
    store: new DynamoClaimStore(tables.documents, tables.idempotency, now),
    write: (parts) => transactParts(tables.documents, parts),
  }));
});

describe('sealed claims in DynamoDB', () => {
  const vault = new MemoryVault();
  const sealed = () => new DynamoClaimStore(tables.documents, tables.idempotency, systemClock, vault);
  claimStoreSuite((now) => ({
    store: new DynamoClaimStore(tables.documents, tables.idempotency, now, vault),
    write: (parts) => transactParts(tables.documents, parts),
  }));

  it('hold no secret in clear, and open for their own owner and request alone', async () => {
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

describe('100 equal requests at once', () => {
  const LIMIT = 1;
  const stores = () => {
    const { documents } = tables;
    const sandboxes = new DynamoSandboxStore(documents, tables);
    return {
      conversations: new DynamoConversationStore(documents, tables.conversations),
      sandboxes,
      starts: new DynamoConversationStarts(documents, tables),
      startTasks: new DynamoStartTaskStore(documents, tables.startTasks),
      messages: new DynamoPendingMessages(documents, tables.pendingMessages, systemClock),
      deliver: async () => undefined,
      specs: someSpecs(),
      vault: new MemoryVault(),
      budgets: new Budgets({
        accounts: new DynamoOwnerAccounts(documents, tables),
        sandboxes,
        usage: new MemoryUsage(),
        now: systemClock,
      }),
      sandboxLimit: LIMIT,
      now: systemClock,
      pause: async () => undefined,
    };
  };
  const claims = (): ClaimDeps => ({
    claims: new DynamoClaimStore(tables.documents, tables.idempotency, systemClock),
    now: systemClock,
  });
  const hundred = (send: () => Promise<TestAnswer>) => Promise.all(Array.from({ length: 100 }, send));
  const rowsOf = async (table: string, owner: string) => {
    const { Items = [] } = await tables.documents.send(
      new ScanCommand({
        TableName: table,
        FilterExpression: 'owner_id = :owner',
        ExpressionAttributeValues: { ':owner': owner },
        ConsistentRead: true,
      }),
    );
    return Items.length;
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
  });

  it('create one legacy conversation', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: { initial_user_msg: 'Hello' } };

    once(await hundred(() => invoke(createConversation, stores(), request)));

    expect(await counts(owner)).toEqual({ conversations: 1, sandboxes: 1, tasks: 1 });
  });

  it('create one conversation of the current generation, also where the limit is reached by it', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: { title: 'one' } };

    once(await hundred(() => invoke(createAppConversation, stores(), request)));

    expect(await counts(owner)).toEqual({ conversations: 1, sandboxes: 1, tasks: 1 });
    const another = await invoke(createAppConversation, stores(), { ...request, ...keyed(owner, 'another') });
    expect(another.body.code).toBe('concurrency_limit_exceeded');
    const again = await invoke(createAppConversation, stores(), request);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
  });

  it('create one conversation whose id was chosen', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: { conversation_id: '019ab7c0-0000-7000-8000-000000000001' } };

    once(await hundred(() => invoke(createConversation, stores(), request)));

    expect(await counts(owner)).toEqual({ conversations: 1, sandboxes: 1, tasks: 1 });
  });

  it('start one sandbox', async () => {
    const owner = anOwner();

    once(await hundred(() => invoke(startSandbox, stores(), keyed(owner))));

    expect(await counts(owner)).toEqual({ conversations: 0, sandboxes: 1, tasks: 0 });
  });

  it('follow one start', async () => {
    const owner = anOwner();
    const request = { ...keyed(owner), body: {} };
    const over = {
      ...stores(),
      startTasks: {
        find: async (ownerId: string, id: string) => {
          const task = await stores().startTasks.find(ownerId, id);
          return task && { ...task, status: 'READY' as const };
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
      params: { conversation_id: body.app_conversation_id },
      body: { content: [{ type: 'text', text: 'Hello' }] },
    };

    once(await hundred(() => invoke(queueMessage, stores(), request)), 201);

    expect(await stores().messages.list(owner, body.app_conversation_id)).toHaveLength(1);
  });
});
