import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LEASE } from '../../../../shared/domain/webhooks/dynamo-delivery-leases.ts';
import { NoAnswerError } from '../../../../shared/domain/webhooks/http-receiver.ts';
import { retryDelays } from '../../../../shared/domain/webhooks/webhook-message.ts';
import { overriding } from '../../../support/platform/overriding.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { answering, verify, WebhookReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { Scene, VirtualTime } from './scene.ts';

const HOUR = 60 * 60 * 1000;

const tables = await useServiceTables();

describe('the delivery of messages', () => {
  let scene: Scene;
  let receiver: WebhookReceiver;
  let endpoint: { readonly id: string; readonly secret: string };
  beforeEach(async () => {
    scene = new Scene(tables);
    receiver = await WebhookReceiver.start();
    endpoint = await scene.endpoint(receiver.url);
  });
  afterEach(() => receiver.stop());

  const later = (hours: number) => new Date(scene.time.now().getTime() + hours * HOUR);
  const numbers = () => receiver.received.map(({ data }) => `${data.objectId}${data.number}`);

  it('sends each waiting message once, in the order of each object, and then has none due', async () => {
    for (const [object, number] of [
      ['a', 2],
      ['a', 1],
      ['b', 1],
      ['a', 3],
    ] as const)
      await scene.queue(endpoint.id, object, number);
    // A repeated stream record adds nothing.
    await scene.queue(endpoint.id, 'a', 2);

    await scene.deliver(endpoint.id);

    expect(numbers().filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(numbers().toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
    const row = await scene.find(endpoint.id);
    expect(row).not.toHaveProperty('due_at');
    expect(row).not.toHaveProperty('lease_until');
    await scene.queue(endpoint.id, 'a', 1);
    await scene.deliver(endpoint.id);
    expect(receiver.received).toHaveLength(4);
  });

  it('follows the retry schedule while a receiver fails, with one id and the time of each attempt', async () => {
    receiver.behaviour = answering(500);
    const message = await scene.queue(endpoint.id, 'a', 1);
    const start = scene.time.now().getTime();

    await scene.deliverUntilIdle(endpoint.id, later(24 * 30));

    const { status, attempts } = await scene.message(endpoint.id, message.message_id);
    const times = attempts.map(({ at }) => (Date.parse(at) - start) / 1000);
    let sum = 0;
    expect(times).toEqual(retryDelays.map((delay) => (sum += delay)));
    expect(status).toBe('failed');
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([message.message_id]));
    const sent = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(sent).toEqual(times.map((seconds) => start / 1000 + seconds));
  });

  it('sends messages in order when a receiver works again after hours', async () => {
    receiver.behaviour = answering(503);
    for (const number of [1, 2, 3]) await scene.queue(endpoint.id, 'a', number);
    await scene.queue(endpoint.id, 'b', 1);
    await scene.deliverUntilIdle(endpoint.id, later(20));
    expect(numbers()).not.toContain('a2');
    expect((await scene.find(endpoint.id)).failing_since).toBeTypeOf('string');

    receiver.received.length = 0;
    receiver.behaviour = answering(200);
    await scene.deliverUntilIdle(endpoint.id, later(60));

    expect(numbers().filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(numbers()).toContain('b1');
    expect((await scene.find(endpoint.id)).failing_since).toBeNull();
  });

  it('continues for other objects while one object fails', async () => {
    receiver.behaviour = ({ data }, response) => void response.writeHead(data.objectId === 'bad' ? 500 : 200).end();
    await scene.queue(endpoint.id, 'bad', 1);
    await scene.queue(endpoint.id, 'bad', 2);
    for (const number of [1, 2, 3]) await scene.queue(endpoint.id, `good${number}`, 1);

    await scene.deliverUntilIdle(endpoint.id, later(1));

    expect(numbers()).toEqual(expect.arrayContaining(['good11', 'good21', 'good31']));
    expect(numbers()).not.toContain('bad2');
    receiver.behaviour = answering(200);
    await scene.deliverUntilIdle(endpoint.id, later(24));
    expect(
      numbers()
        .filter((text) => text.startsWith('bad'))
        .slice(-2),
    ).toEqual(['bad1', 'bad2']);
  });

  it('sends a message again under the same id when the previous run died before it recorded the attempt', async () => {
    const message = await scene.queue(endpoint.id, 'a', 1);
    const { send } = scene.deps();
    const died = scene.deliver(endpoint.id, {
      send: async (...request) => {
        await send(...request);
        throw new Error('the function ended here');
      },
      timeLeft: () => (receiver.received.length === 0 ? 300_000 : 0),
    });
    await died;
    await scene.queue(endpoint.id, 'a', 2);

    await scene.deliver(endpoint.id);

    expect(receiver.received.map(({ id }) => id).slice(0, 2)).toEqual([message.message_id, message.message_id]);
    expect(numbers()).toEqual(['a1', 'a1', 'a2']);
  });

  it("takes over a vanished run's lease only after it expires", async () => {
    await scene.queue(endpoint.id, 'a', 1);
    await scene.leases.hold(scene.ownerId, endpoint.id, 'vanished', scene.time.now());

    expect(await scene.deliver(endpoint.id)).toBe('busy');
    expect(await scene.leases.due(scene.time.now(), 1000)).not.toContainEqual(
      expect.objectContaining({ endpointId: endpoint.id }),
    );
    await scene.time.pause(LEASE);
    expect(await scene.leases.due(scene.time.now(), 1000)).toContainEqual({
      ownerId: scene.ownerId,
      endpointId: endpoint.id,
    });
    expect(await scene.deliver(endpoint.id)).toBe('done');

    expect(numbers()).toEqual(['a1']);
  });

  it('sends a message that is added after the run found none due', async () => {
    await scene.queue(endpoint.id, 'a', 1);
    const { messages } = scene;
    let added = false;
    const watched = overriding(messages, {
      nextDue: async (ownerId: string, endpointId: string) => {
        const next = await messages.nextDue(ownerId, endpointId);
        if (!added) await scene.queue(endpoint.id, 'b', 1);
        added = true;
        return next;
      },
    });

    await scene.deliver(endpoint.id, { messages: watched });

    expect(numbers()).toEqual(['a1', 'b1']);
  });

  it('disables an endpoint that answers 410, and adds an event for the other endpoints', async () => {
    receiver.behaviour = answering(410);
    await scene.queue(endpoint.id, 'a', 1);

    await scene.deliver(endpoint.id);

    const row = await scene.find(endpoint.id);
    expect(row).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(row).not.toHaveProperty('due_at');
    const { Items } = await tables.documents.send(
      new QueryCommand({
        TableName: tables.integratorEvents,
        KeyConditionExpression: 'owner_id = :owner',
        ExpressionAttributeValues: { ':owner': scene.ownerId },
      }),
    );
    expect(Items).toEqual([
      expect.objectContaining({
        type: 'webhook_endpoint.disabled',
        object_id: endpoint.id,
        data: { webhook_endpoint_id: endpoint.id, description: null, reason: 'gone' },
      }),
    ]);
  });

  it('disables an endpoint after three days without success, but not one that fails only for some objects', async () => {
    const other = await scene.endpoint(receiver.url);
    receiver.behaviour = answering(500);
    await scene.queue(endpoint.id, 'a', 1);
    await scene.deliverUntilIdle(endpoint.id, later(24 * 7));
    expect(await scene.find(endpoint.id)).toMatchObject({ enabled: false, disabled_reason: 'failing' });

    receiver.behaviour = ({ data }, response) => void response.writeHead(data.objectId === 'bad' ? 400 : 200).end();
    const bad = await scene.queue(other.id, 'bad', 1);
    await scene.deliverUntilIdle(other.id, later(24));
    await scene.queue(other.id, 'good', 1);
    await scene.deliverUntilIdle(other.id, later(24 * 7));
    expect(await scene.message(other.id, bad.message_id)).toMatchObject({ status: 'failed' });
    expect(await scene.find(other.id)).toMatchObject({ enabled: true });
  });

  it('ends a period of failures when the write of its start is slower than that of its end', async () => {
    const started = Promise.withResolvers<void>();
    receiver.behaviour = async ({ data }, response) => {
      if (data.objectId === 'good') await started.promise;
      response.writeHead(data.objectId === 'bad' ? 500 : 200).end();
    };
    await scene.queue(endpoint.id, 'bad', 1);
    const good = await scene.queue(endpoint.id, 'good', 1);
    const { leases } = scene;
    const slow = overriding(leases, {
      note: async (...[row, holder, change]: Parameters<typeof leases.note>) => {
        if (change.failing_since) {
          started.resolve();
          await vi.waitUntil(() => isDelivered(good.message_id), { timeout: 20_000 });
        }
        await leases.note(row, holder, change);
      },
    });
    const isDelivered = async (id: string) => (await scene.message(endpoint.id, id)).status === 'delivered';

    // Only the first attempts.
    await scene.deliver(endpoint.id, { leases: slow, timeLeft: () => (receiver.received.length < 2 ? 300_000 : 0) });

    expect((await scene.find(endpoint.id)).failing_since).toBeNull();
  });

  it("keeps the receiver's response to each attempt", async () => {
    const text = { 'Content-Type': 'text/plain' };
    receiver.behaviour = (message, response) =>
      receiver.received.length === 1
        ? answering(500, text, 'the database is down')(message, response)
        : answering(200, { 'Content-Type': 'application/json' }, '{"ok":true}')(message, response);
    const message = await scene.queue(endpoint.id, 'a', 1);

    await scene.deliverUntilIdle(endpoint.id, later(1));

    const { attempts } = await scene.message(endpoint.id, message.message_id);
    expect(attempts.map(({ answer }) => answer)).toEqual([
      { text: 'the database is down', truncated: false },
      { text: '{"ok":true}', truncated: false },
    ]);
  });

  it('waits for the Retry-After of a receiver', async () => {
    const start = scene.time.now().getTime();
    receiver.behaviour = (_, response) => {
      const isFirst = receiver.received.length === 1;
      response.writeHead(isFirst ? 429 : 200, isFirst ? { 'Retry-After': '120' } : {}).end();
    };
    const message = await scene.queue(endpoint.id, 'a', 1);
    await scene.deliver(endpoint.id);
    await scene.queue(endpoint.id, 'b', 1);
    await scene.deliver(endpoint.id);
    expect(receiver.received).toHaveLength(1);

    await scene.deliverUntilIdle(endpoint.id, later(1));

    const { attempts } = await scene.message(endpoint.id, message.message_id);
    expect(attempts.map(({ at, status }) => [Date.parse(at) - start, status])).toEqual([
      [0, 429],
      [120_000, 200],
    ]);
    expect(numbers()).toContain('b1');
  });

  it('signs messages that the Standard Webhooks library accepts, and rejects if changed', async () => {
    const now = new Scene(tables, new VirtualTime(new Date()));
    const made = await now.endpoint(receiver.url);
    await now.queue(made.id, 'a', 1);
    await now.deliver(made.id);
    expect(receiver.verified(made.secret)).toHaveLength(1);

    const [{ body = '', headers = {} } = {}] = receiver.received;
    expect(verify(made.secret, `${body} `, headers)).toBe(false);
    expect(verify(endpoint.secret, body, headers)).toBe(false);
    expect(verify(made.secret, body, { ...headers, 'webhook-id': 'msg_other' })).toBe(false);
  });
});

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** A receiver's behaviour for one request. With `death`, the run ends before the response. */
const behaviours = fc.constantFrom<'ok' | 'error' | 'silence' | 'busy' | 'death'>(
  'ok',
  'error',
  'silence',
  'busy',
  'death',
);

describe('deliveries to receivers of any behaviour', () => {
  it('lose no message, keep the order of each object, and end', async () => {
    const life = fc.record({
      objects: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 }),
      answers: fc.array(behaviours, { maxLength: 14 }),
    });
    await fc.assert(
      fc.asyncProperty(life, async ({ objects, answers }) => {
        const scene = new Scene(tables);
        const { id } = await scene.endpoint('http://127.0.0.1:9999/');
        for (const [number, object] of objects.entries()) await scene.queue(id, object, number);
        const taken: string[] = [];
        const left = [...answers];
        const send = async (_url: string, _headers: unknown, body: string) => {
          const { data } = JSON.parse(body) as { data: { objectId: string; number: number } };
          const behaviour = left.shift() ?? 'ok';
          if (behaviour === 'ok' || behaviour === 'death') taken.push(`${data.objectId}${data.number}`);
          if (behaviour === 'death') throw new Error('the run dies here');
          if (behaviour === 'silence') throw new NoAnswerError('no answer');
          if (behaviour === 'busy') return { status: 429, retryAfter: '30', text: null };
          return { status: behaviour === 'ok' ? 200 : 500, retryAfter: undefined, text: null };
        };

        await scene.deliverUntilIdle(id, new Date(scene.time.now().getTime() + WEEK), { send });

        const first = [...new Set(taken)];
        expect(first.toSorted()).toEqual(objects.map((object, number) => `${object}${number}`).toSorted());
        for (const object of ['a', 'b', 'c']) {
          const inOrder = objects.flatMap((one, number) => (one === object ? [`${one}${number}`] : []));
          expect(first.filter((name) => name.startsWith(object))).toEqual(inOrder);
        }
        const log = await scene.messages.list(scene.ownerId, id, {}, 100, null);
        expect(log.items.filter(({ status }) => status !== 'delivered')).toEqual([]);
        const { enabled, failing_since: since = null } = await scene.find(id);
        expect([enabled, since]).toEqual([true, null]);
      }),
      { numRuns: 12 },
    );
  });
});
