import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeEndpoint } from '../../../../shared/domain/webhooks/change-endpoints.ts';
import type { MessageFilter } from '../../../../shared/domain/webhooks/dynamo-webhook-messages.ts';
import { type QueueWebhooksDeps, queueWebhooks } from '../../../../shared/domain/webhooks/queue-webhooks.ts';
import { redeliver } from '../../../../shared/domain/webhooks/send-again.ts';
import { sweepDeliveries } from '../../../../shared/domain/webhooks/sweep-deliveries.ts';
import type { WebhookMessage } from '../../../../shared/domain/webhooks/webhook-message.ts';
import type { Page } from '../../../../shared/platform/paging.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { Scene } from './scene.ts';

const URL = 'http://127.0.0.1:9999/';

const tables = await useServiceTables();

describe('the events for integrators', () => {
  let scene: Scene;
  let called: string[];
  beforeEach(() => {
    scene = new Scene(tables);
    called = [];
  });

  const deps = (overrides: Partial<QueueWebhooksDeps> = {}): QueueWebhooksDeps => ({
    endpoints: scene.endpoints,
    messages: scene.messages,
    deliver: async (_, id) => void called.push(id),
    noteFailures: async () => undefined,
    isMember: async () => true,
    now: scene.time.now,
    ...overrides,
  });
  const created = (number: number, conversationId = `c${number}`): DynamoDBRecord => ({
    eventName: 'INSERT',
    dynamodb: {
      Keys: { owner_id: { S: scene.ownerId }, conversation_id: { S: conversationId } },
      NewImage: {
        conversation_id: { S: conversationId },
        sandbox_id: { S: 's' },
        title: { S: 'A title' },
        created_at: { S: '2026-03-01T12:00:00.000Z' },
      },
      SequenceNumber: String(number),
      ApproximateCreationDateTime: 1_772_366_400 + number,
    },
  });
  const logOf = async (id: string) => (await scene.messages.list(scene.ownerId, id, {}, 100, null)).items;

  it('are queued once for each subscribed endpoint if records repeat, with one run', async () => {
    const [all, some, none] = [
      await scene.endpoint(URL, ['*']),
      await scene.endpoint(URL, ['conversation.created']),
      await scene.endpoint(URL, ['key.*']),
    ];

    for (let times = 0; times < 3; times += 1)
      expect(await queueWebhooks([created(1), created(2)], deps())).toBeUndefined();

    for (const { id } of [all, some])
      expect((await logOf(id)).map(({ object_id: object }) => object)).toEqual(['c2', 'c1']);
    expect(await logOf(none.id)).toEqual([]);
    expect([...new Set(called)].toSorted()).toEqual([all.id, some.id].toSorted());
  });

  it('are listed newest first by status, event and time, page by page while others arrive', async () => {
    const { id } = await scene.endpoint(URL);
    const numbers = Array.from({ length: 9 }, (_, index) => index + 1);
    await queueWebhooks(
      numbers.map((number) => created(number)),
      deps(),
    );
    const first = await scene.messages.find(scene.ownerId, id, String((await logOf(id)).at(-1)?.message_id));
    if (first) await scene.messages.record(first, { ...first, status: 'failed' });

    const listed = async (filter: MessageFilter, whileReading = async () => undefined as unknown) => {
      const found: string[] = [];
      let after: string | null = null;
      do {
        const page: Page<WebhookMessage> = await scene.messages.list(scene.ownerId, id, filter, 2, after);
        found.push(...page.items.map(({ object_id: object }) => object));
        after = page.next;
        await whileReading();
      } while (after !== null);
      return found.join(' ');
    };

    const arriving = [20, 21, 22, 23, 24];
    const all = await listed({}, () => queueWebhooks([created(arriving.pop() ?? 25)], deps()));
    expect(all).toBe('c9 c8 c7 c6 c5 c4 c3 c2 c1');
    const to = new Date((1_772_366_400 + 10) * 1000).toISOString();
    expect(await listed({ status: 'failed' })).toBe('c1');
    expect(await listed({ status: 'pending', to })).toBe('c9 c8 c7 c6 c5 c4 c3 c2');
    expect(await listed({ type: 'conversation.*', to })).toBe('c9 c8 c7 c6 c5 c4 c3 c2 c1');
    expect(await listed({ type: 'conversation.created', from: '2026-03-01T12:00:07.000Z', to })).toBe('c9 c8 c7');
    expect(await listed({ type: 'sandbox.*' })).toBe('');
    expect(await listed({ from: to, to: '2026-03-01T12:00:00.000Z' })).toBe('');
  });

  it('cause one read of the endpoints for an owner without endpoints', async () => {
    let asked = 0;
    const list = async () => {
      asked += 1;
      return [];
    };

    await queueWebhooks(
      [created(1), created(2)],
      deps({ endpoints: { ...deps().endpoints, list, wake: async () => true } }),
    );

    expect([asked, called]).toEqual([1, []]);
  });

  it('stop at the first record that fails, so that the later records keep their order', async () => {
    const { id } = await scene.endpoint(URL);
    const { messages } = scene;
    const add: QueueWebhooksDeps['messages']['add'] = (message, now) =>
      message.object_id === 'c2' ? Promise.reject(new Error('the table is busy')) : messages.add(message, now);

    expect(await queueWebhooks([created(1), created(2), created(3)], deps({ messages: { add } }))).toBe('2');
    expect((await logOf(id)).map(({ object_id: object }) => object)).toEqual(['c1']);
    expect(called).toEqual([id]);
    expect(await queueWebhooks([created(2), created(3)], deps())).toBeUndefined();
    expect((await logOf(id)).map(({ object_id: object }) => object)).toEqual(['c3', 'c2', 'c1']);
  });

  it('are left to the sweep after a lost call, and not queued for a disabled endpoint', async () => {
    const { id } = await scene.endpoint(URL);
    await queueWebhooks([created(1)], deps({ deliver: async () => undefined }));

    const swept: string[] = [];
    await sweepDeliveries({
      leases: scene.leases,
      deliver: async (_, found) => void swept.push(found),
      now: scene.time.now,
    });
    expect(swept).toContain(id);

    const rules = { resolve: async () => [], loopback: true };
    await changeEndpoint(
      scene.ownerId,
      id,
      { enabled: false },
      { ...deps(), endpoints: scene.endpoints, vault: scene.vault, rules },
    );
    await queueWebhooks([created(2)], deps());
    expect(await logOf(id)).toHaveLength(1);
  });

  it('are dropped for an endpoint that is deleted meanwhile, and the batch is not repeated', async () => {
    const { id } = await scene.endpoint(URL);
    const stale = await scene.endpoints.list(scene.ownerId);
    await scene.endpoints.remove(scene.ownerId, id);
    const wake: QueueWebhooksDeps['endpoints']['wake'] = (...given) => scene.endpoints.wake(...given);

    const failed = await queueWebhooks([created(1)], deps({ endpoints: { list: async () => stale, wake } }));

    expect([failed, called]).toEqual([undefined, []]);
  });

  it('are delivered again on request after a failure, and immediately while they wait', async () => {
    const { id } = await scene.endpoint(URL);
    const message = await scene.queue(id, 'a', 1);
    let status = 500;
    const send = async () => ({ status, retryAfter: undefined, text: null });
    await scene.deliver(id, { send });
    const waiting = await scene.message(id, message.message_id);
    expect(waiting.status).toBe('pending');

    status = 200;
    await redeliver(scene.ownerId, id, message.message_id, {
      ...deps(),
      endpoints: scene.endpoints,
      messages: scene.messages,
    });
    await scene.deliver(id, { send });
    expect(await scene.message(id, message.message_id)).toMatchObject({ status: 'delivered', attempt_count: 3 });

    await redeliver(scene.ownerId, id, message.message_id, {
      ...deps(),
      endpoints: scene.endpoints,
      messages: scene.messages,
    });
    await scene.deliver(id, { send });
    expect(await scene.message(id, message.message_id)).toMatchObject({ status: 'delivered', attempt_count: 4 });
  });
});
