import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeEndpoint, rotateSecret } from '../../../../shared/domain/webhooks/change-endpoints.ts';
import { TooManyEndpointsError } from '../../../../shared/domain/webhooks/dynamo-webhook-endpoints.ts';
import type { MessageFilter } from '../../../../shared/domain/webhooks/dynamo-webhook-messages.ts';
import { type QueueWebhooksDeps, queueWebhooks } from '../../../../shared/domain/webhooks/queue-webhooks.ts';
import { redeliver } from '../../../../shared/domain/webhooks/send-again.ts';
import { sweepDeliveries } from '../../../../shared/domain/webhooks/sweep-deliveries.ts';
import { MAX_ENDPOINTS } from '../../../../shared/domain/webhooks/webhook-endpoint.ts';
import type { WebhookMessage } from '../../../../shared/domain/webhooks/webhook-message.ts';
import { PreconditionFailedError } from '../../../../shared/platform/errors.ts';
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

  it('are changed once by concurrent changes of the same revision', async () => {
    const { id } = await scene.endpoint(URL);
    const rules = { resolve: async () => [], loopback: true };
    const change = (description: string, revision: number) =>
      changeEndpoint(
        scene.ownerId,
        id,
        { description },
        { ...deps(), endpoints: scene.endpoints, vault: scene.vault, rules },
        [revision],
      );

    const outcomes = await Promise.allSettled([change('a', 1), change('b', 1), change('c', 1)]);

    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(lost).toHaveLength(2);
    for (const error of lost) expect(error).toBeInstanceOf(PreconditionFailedError);
    expect(await change('d', 2)).toMatchObject({ description: 'd', version: 3 });
  });

  it('have at most the allowed number of endpoints, also when these are created concurrently', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: MAX_ENDPOINTS + 5 }, () =>
        scene.endpoint(URL).catch((error: unknown) => Promise.reject(error)),
      ),
    );

    const made = asked.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBeLessThanOrEqual(MAX_ENDPOINTS);
    for (let more = made; more < MAX_ENDPOINTS; more += 1) await scene.endpoint(URL);
    await expect(scene.endpoint(URL)).rejects.toThrow(TooManyEndpointsError);
    const [first] = await scene.endpoints.list(scene.ownerId);
    await scene.endpoints.remove(scene.ownerId, String(first?.endpoint_id));
    await scene.endpoint(URL);
    expect(await scene.endpoints.list(scene.ownerId)).toHaveLength(MAX_ENDPOINTS);
  });

  it('have two signatures until the older secret expires, and concurrent changes of their endpoint conflict', async () => {
    const { id, secret } = await scene.endpoint(URL);
    const sealing = { endpoints: scene.endpoints, vault: scene.vault, now: scene.time.now };
    const rotated = await rotateSecret(scene.ownerId, id, 60, async () => [], sealing);
    const signatures = async () => {
      let sent = '';
      await scene.queue(id, `o${scene.time.now().getTime()}`, 1);
      await scene.deliver(id, {
        send: async (_, headers) => {
          sent = headers['webhook-signature'] ?? '';
          return { status: 200, retryAfter: undefined, text: null };
        },
      });
      return sent.split(' ').length;
    };

    expect(rotated.secret).not.toBe(secret);
    expect(await signatures()).toBe(2);
    await scene.time.pause(61_000);
    expect(await signatures()).toBe(1);
    const stale = await scene.find(id);
    await scene.endpoints.change(stale, { description: 'first' }, scene.time.now());
    await expect(scene.endpoints.change(stale, { description: 'second' }, scene.time.now())).rejects.toThrow(
      'Another request is changing',
    );
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
