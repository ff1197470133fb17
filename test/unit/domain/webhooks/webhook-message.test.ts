import { createHmac } from 'node:crypto';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { Phase } from '../../../../shared/domain/sandboxes/record/phases.ts';
import { signedHeaders } from '../../../../shared/domain/webhooks/deliver-lane.ts';
import { ANSWER_BYTES, answerText } from '../../../../shared/domain/webhooks/http-receiver.ts';
import { messagesOfRecord } from '../../../../shared/domain/webhooks/messages-of-record.ts';
import { newWebhookSecret, wants } from '../../../../shared/domain/webhooks/webhook-endpoint.ts';
import {
  afterAttempt,
  JITTER,
  MAX_RETRY_AFTER,
  newMessage,
  type Outcome,
  readRetryAfter,
  redelivered,
  retryDelays,
  WebhookMessage,
} from '../../../../shared/domain/webhooks/webhook-message.ts';
import { COUNT_KEY } from '../../../../shared/platform/aws/kept-counts.ts';

const start = new Date('2026-03-01T12:00:00.000Z');

function aMessage(retried = true): WebhookMessage {
  const order = { ownerId: 'o', messageId: 'msg_1', type: 'sandbox.running', objectId: 's', sequence: '1', body: '{}' };
  return newMessage({ ...order, retried, at: start }, 'e', start);
}

const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>({ kind: 'delivered', status: 200 }),
  fc.constant<Outcome>({ kind: 'gone', status: 410, error: 'gone' }),
  fc.record({
    kind: fc.constant('failed' as const),
    status: fc.option(fc.integer({ min: 300, max: 599 })),
    error: fc.string({ maxLength: 500 }),
    retryAfter: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  }),
);

describe('webhook message', () => {
  it('is tried at most ten times, never before its schedule, and ends delivered or failed', () => {
    const lives = fc.array(fc.record({ outcome: outcomes, late: fc.nat(100_000), took: fc.nat(15_000) }), {
      minLength: 10,
      maxLength: 14,
    });
    fc.assert(
      fc.property(lives, fc.double({ min: 0, max: 0.999, noNaN: true }), fc.boolean(), (life, random, retried) => {
        let message = aMessage(retried);
        for (const { outcome, late, took } of life) {
          if (message.status !== 'pending') break;
          const startedAt = new Date(Date.parse(String(message.next_attempt_at)) + late);
          const endedAt = new Date(startedAt.getTime() + took);
          const before = message;
          message = afterAttempt(before, { outcome, answer: null, startedAt, endedAt }, () => random);

          expect(message.attempt_count).toBe(before.attempt_count + 1);
          expect(message.attempts.at(-1)?.error?.length ?? 0).toBeLessThanOrEqual(200);
          expect(message.body).toBe(before.body);
          expect(message.message_id).toBe(before.message_id);
          if (outcome.kind === 'delivered') expect(message.status).toBe('delivered');
          else expect(message.status).toBe(retried && message.tries < retryDelays.length ? 'pending' : 'failed');
          expect(message.next_attempt_at === null).toBe(message.status !== 'pending');
          if (message.next_attempt_at === null) continue;
          const wait = (Date.parse(message.next_attempt_at) - endedAt.getTime()) / 1000;
          const delay = Number(retryDelays[message.tries]);
          const asked = outcome.kind === 'failed' ? Math.min(outcome.retryAfter ?? 0, MAX_RETRY_AFTER) : 0;
          expect(wait).toBeGreaterThanOrEqual(Math.max(delay, asked));
          expect(wait).toBeLessThanOrEqual(Math.max(delay * (1 + JITTER), asked) + 0.001);
        }
        expect(message.status).not.toBe('pending');
        expect(message.tries).toBeLessThanOrEqual(retried ? retryDelays.length : 1);
      }),
    );
  });

  it('starts over with a redelivery, in its own lane, and keeps its log', () => {
    const outcome: Outcome = { kind: 'failed', status: 500, error: 'no', retryAfter: null };
    const failed = afterAttempt(aMessage(false), { outcome, answer: null, startedAt: start, endedAt: start }, () => 0);

    const again = redelivered(failed, start);

    expect(again).toMatchObject({ status: 'pending', tries: 0, attempt_count: 1, lane: 'again/msg_1', retried: true });
    expect(again.attempts).toHaveLength(1);
    expect(again.message_id).toBe('msg_1');
  });
});

describe('the log of a webhook message', () => {
  it('keeps the last 20 attempts with their responses, well below the row size of DynamoDB', () => {
    const answer = { text: '€'.repeat(341), truncated: true };
    const outcome: Outcome = { kind: 'failed', status: 500, error: 'x'.repeat(500), retryAfter: null };
    let message: WebhookMessage = { ...aMessage(false), body: 'x'.repeat(20_000) };
    for (let tried = 0; tried < 25; tried += 1) {
      message = redelivered(message, start);
      message = afterAttempt(message, { outcome, answer, startedAt: start, endedAt: start }, () => 0);
    }

    expect(message.attempt_count).toBe(25);
    expect(message.attempts).toHaveLength(20);
    expect(message.attempts.at(-1)).toMatchObject({ answer });
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(50_000);
  });

  it('reads attempts that were written before answers were kept', () => {
    const [answered] = afterAttempt(
      aMessage(),
      { outcome: { kind: 'delivered', status: 200 }, answer: null, startedAt: start, endedAt: start },
      () => 0,
    ).attempts;
    const { answer: _, ...before } = answered ?? {};

    expect(WebhookMessage.parse({ ...aMessage(), attempts: [before] }).attempts).toEqual([answered]);
  });
});

describe('retry schedule', () => {
  it('lasts about three days', () => {
    const hours = retryDelays.reduce<number>((sum, delay) => sum + delay, 0) / 3600;

    expect(hours).toBeGreaterThan(72);
    expect(hours).toBeLessThan(80);
  });

  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sun, 01 Mar 2020 12:01:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e9', null],
    ['99999999999', null],
    [undefined, null],
  ])('reads Retry-After: %s', (header, seconds) => expect(readRetryAfter(header, start)).toBe(seconds));
});

describe('signedHeaders', () => {
  const body = JSON.stringify({ type: 'sandbox.paused', data: { text: 'ünï' } });

  it('signs with both secrets during a rotation, so that a receiver can verify with either', () => {
    const [newer, older, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = signedHeaders('msg_1', body, [newer, older], new Date());

    expect(new Webhook(newer).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(older).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(foreign).verify(body, headers)).toThrow();
  });

  it('signs id, time and body by HMAC-SHA256', () => {
    const secret = newWebhookSecret();
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const at = new Date('2026-03-01T12:00:00.900Z');
    const signed = createHmac('sha256', key).update(`msg_1.1772366400.${body}`).digest('base64');

    expect(key).toHaveLength(32);
    expect(signedHeaders('msg_1', body, [secret], at)).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1772366400',
      'webhook-signature': `v1,${signed}`,
    });
  });
});

describe('event subscription', () => {
  it.each([
    [['*'], 'key.created', true],
    [['sandbox.*'], 'sandbox.paused', true],
    [['sandbox.paused'], 'sandbox.paused', true],
    [['sandbox.paused'], 'sandbox.pausing', false],
    [['key.*', 'budget.*'], 'sandbox.paused', false],
  ])('to %j includes %s: %s', (events, type, wanted) => expect(wants(events, type)).toBe(wanted));
});

type Row = Readonly<Record<string, unknown>>;

function image(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(image) };
  if (typeof value === 'object' && value !== null) return { M: imageOf(value as Row) };
  return { NULL: true };
}

const imageOf = (row: Row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, image(value)]));

function record(key: string, before: Row | undefined, after: Row | undefined, number = '100'): DynamoDBRecord {
  const row = after ?? before ?? {};
  const Keys = imageOf({ owner_id: 'owner', [key]: row[key] });
  return {
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    dynamodb: {
      Keys,
      ...(before ? { OldImage: imageOf(before) } : {}),
      ...(after ? { NewImage: imageOf(after) } : {}),
      SequenceNumber: number,
      ApproximateCreationDateTime: 1_772_366_400,
    },
  };
}

const running: Row = {
  sandbox_id: 's',
  spec_id: 'reference',
  phase: 'RUNNING',
  desired: 'RUNNING',
  generation: 2,
  wanted_generation: 1,
  stop_into: 'PAUSED',
  pause_reason: null,
  status_reason: null,
};

const conversation: Row = {
  conversation_id: 'c',
  sandbox_id: 's',
  title: 'A title',
  tags: { a: '1', b: '2' },
  execution_status: 'running',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
};

const typesOf = (...given: Parameters<typeof record>) => messagesOfRecord(record(...given)).map(({ type }) => type);

it('the count of an owner, which is a row beside their conversations, is no conversation', () => {
  const count = { conversation_id: COUNT_KEY, total: 1, top_level: 1 };

  expect(typesOf('conversation_id', undefined, count)).toEqual([]);
  expect(typesOf('conversation_id', count, { ...count, total: 2 })).toEqual([]);
});

it('the row that reserves an id on agents is no conversation', () => {
  const reservation = { conversation_id: '#agent/0123456789ab8cdef0123456789abcde', reserved_for: 'nightly' };

  expect(typesOf('conversation_id', undefined, reservation)).toEqual([]);
  expect(typesOf('conversation_id', reservation, undefined)).toEqual([]);
});

describe('changes of a sandbox', () => {
  it.each<[Row | undefined, Row | undefined, readonly string[]]>([
    [undefined, { ...running, phase: 'PENDING' }, ['sandbox.starting']],
    [{ ...running, phase: 'PENDING' }, { ...running, phase: 'BOOTING' }, []],
    [{ ...running, phase: 'BOOTING' }, running, ['sandbox.running']],
    [running, { ...running, last_activity_at: 'later' }, []],
    [running, { ...running, desired: 'PAUSED' }, ['sandbox.pausing']],
    [
      { ...running, desired: 'PAUSED', phase: 'SAVING' },
      { ...running, desired: 'PAUSED', phase: 'PAUSED', pause_reason: 'idle' },
      ['sandbox.paused'],
    ],
    [{ ...running, desired: 'PAUSED', phase: 'PAUSED' }, { ...running, phase: 'PENDING' }, ['sandbox.starting']],
    [running, { ...running, desired: 'PAUSED', phase: 'STOPPING', stop_into: 'ERROR' }, ['sandbox.error']],
    [running, { ...running, desired: 'DELETED' }, ['sandbox.deleted']],
    [{ ...running, desired: 'DELETED' }, { ...running, desired: 'DELETED', phase: 'DELETED' }, []],
    [{ ...running, desired: 'DELETED', phase: 'DELETED' }, undefined, []],
  ])('from %j to %j give the messages %j', (before, after, types) =>
    expect(typesOf('sandbox_id', before, after)).toEqual(types),
  );

  it('show why it is paused, and no other field of the row', () => {
    const paused = { ...running, desired: 'PAUSED', phase: 'PAUSED', pause_reason: 'idle', exposed_urls: ['secret'] };

    const [message] = messagesOfRecord(record('sandbox_id', running, paused));

    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'sandbox.paused',
      timestamp: '2026-03-01T12:00:00.000Z',
      data: {
        sandbox_id: 's',
        sandbox_spec_id: 'reference',
        status: 'PAUSED',
        generation: 2,
        pause_reason: 'idle',
        reason: null,
      },
    });
  });

  it('give the same messages each time, in the order of the changes, one for each change', () => {
    const rows = fc.record({
      phase: fc.constantFrom(...Phase.options),
      desired: fc.constantFrom('RUNNING', 'PAUSED', 'DELETED'),
      generation: fc.integer({ min: 1, max: 3 }),
      stop_into: fc.constantFrom('PAUSED', 'ERROR'),
    });
    fc.assert(
      fc.property(fc.array(rows, { minLength: 2, maxLength: 12 }), (life) => {
        const states: (Row | undefined)[] = [undefined, ...life.map((row) => ({ ...running, ...row })), undefined];
        const records = states
          .slice(1)
          .flatMap((after, index) =>
            after || states[index] ? [record('sandbox_id', states[index], after, String(95 + index))] : [],
          );
        const messages = records.flatMap(messagesOfRecord);

        expect(records.flatMap(messagesOfRecord)).toEqual(messages);
        expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(messages.length);
        for (const order of [messages.map(({ sequence }) => sequence), messages.map(({ messageId }) => messageId)])
          expect(order.toSorted()).toEqual(order);
        // No event repeats, and the last one is the deletion.
        expect(messages.filter(({ type }, index) => messages[index - 1]?.type === type)).toEqual([]);
        if (messages.length > 0) expect(messages.at(-1)?.type).toBe('sandbox.deleted');
      }),
    );
  });
});

describe('the times and ids of changes', () => {
  const second = 1_772_366_400;
  /** Changes of one object: the milliseconds between their writes, and what the rows tell of them. */
  const writes = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: 1_500 }),
      isTold: fc.boolean(),
      skew: fc.integer({ max: 0, min: -40 }),
    }),
    { minLength: 1, maxLength: 20 },
  );

  it('are in the order of the changes, within the second of each', () => {
    fc.assert(
      fc.property(writes, fc.bigInt({ min: 0n, max: 10n ** 40n - 1_000n }), (all, first) => {
        let [at, told] = [second * 1000, second * 1000];
        const messages = all.flatMap(({ pause, isTold, skew }, index) => {
          at += pause;
          if (isTold) told = Math.max(told, at + skew);
          const row = { ...conversation, title: `Title ${index}`, updated_at: new Date(told).toISOString() };
          const change = record('conversation_id', conversation, row, String(first + BigInt(index)));
          const seconds = Math.floor(at / 1000);
          const one = messagesOfRecord({
            ...change,
            dynamodb: { ...change.dynamodb, ApproximateCreationDateTime: seconds },
          });
          expect(one.map((message) => Math.floor(message.at.getTime() / 1000))).toEqual([seconds]);
          return one;
        });
        const ids = messages.map(({ messageId }) => messageId);
        expect(ids.toSorted()).toEqual(ids);
        const times = messages.map(({ at: time }) => time.getTime());
        expect(times.toSorted((a, b) => a - b)).toEqual(times);
        for (const { messageId, body, at: time } of messages) {
          expect(messageId).toMatch(/^[a-z0-9_]{1,64}$/);
          expect(JSON.parse(body).timestamp).toBe(time.toISOString());
        }
      }),
    );
  });

  it('have the millisecond of the last update of the row', () => {
    const row = { ...conversation, title: 'Another', updated_at: '2026-03-01T12:00:00.417Z' };

    const [message] = messagesOfRecord(record('conversation_id', conversation, row));

    expect(message?.at.toISOString()).toBe('2026-03-01T12:00:00.417Z');
  });
});

describe('changes of a conversation', () => {
  it.each<[Row | undefined, Row | undefined, readonly string[]]>([
    [undefined, conversation, ['conversation.created']],
    [conversation, { ...conversation, title: 'Another' }, ['conversation.updated']],
    [conversation, { ...conversation, tags: { b: '2', a: '1' } }, []],
    [conversation, { ...conversation, metrics: { accumulated_cost: 1 }, updated_at: 'later' }, []],
    [conversation, { ...conversation, execution_status: 'finished' }, ['conversation.status_changed']],
    [
      conversation,
      { ...conversation, execution_status: 'finished', title: 'Another' },
      ['conversation.status_changed', 'conversation.updated'],
    ],
    [conversation, undefined, ['conversation.deleted']],
  ])('from %j to %j give the messages %j', (before, after, types) =>
    expect(typesOf('conversation_id', before, after)).toEqual(types),
  );

  const finished = { ...conversation, execution_status: 'finished', state_times: { execution_status: 'then' } };
  const path = ['idle', 'running', 'finished'];
  const next = { ...finished, status_path: path, state_times: { execution_status: 'now' } };

  it('announce each status of a run that one delivery brought, in order and under its own id', () => {
    const messages = messagesOfRecord(record('conversation_id', finished, { ...next, title: 'Another' }));

    expect(messages.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { previous_execution_status: 'finished', execution_status: 'idle' },
      { previous_execution_status: 'idle', execution_status: 'running' },
      { previous_execution_status: 'running', execution_status: 'finished' },
      { execution_status: 'finished', changed: ['title'] },
    ]);
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(4);
    const sequences = messages.map(({ sequence }) => sequence);
    expect(sequences.toSorted()).toEqual(sequences);
  });

  it.each<[string, Row, Row, readonly unknown[]]>([
    ['the path of an earlier write', next, { ...next, title: 'Another' }, []],
    ['the path of an earlier write, at a change without one', next, { ...next, execution_status: 'error' }, ['error']],
    ['a damaged path', finished, { ...next, status_path: 7, execution_status: 'error' }, ['error']],
  ])('do not announce %s', (_, before, after, statuses) => {
    const data = messagesOfRecord(record('conversation_id', before, after)).map(({ body }) => JSON.parse(body).data);
    const changed = data.filter((one) => 'previous_execution_status' in one);
    expect(changed.map(({ execution_status }) => execution_status)).toEqual(statuses);
  });

  it('name the changed fields, in a body of bounded length', () => {
    const after = { ...conversation, title: 'x'.repeat(100_000) };

    const [message] = messagesOfRecord(record('conversation_id', conversation, after));

    expect(JSON.parse(message?.body ?? '').data.changed).toEqual(['title']);
    expect(message?.body.length).toBeLessThan(1_000);
  });
});

describe('the outbox', () => {
  const row = {
    event_id: 'key-1/revoked',
    type: 'key.revoked',
    object_id: 'key-1',
    occurred_at: '2026-03-01T12:00:00.000Z',
    data: { id: 'key-1', scopes: ['usage:read'] },
    owner_id: 'owner',
  };

  it('is sent unchanged, once for each of its ids', () => {
    const [message] = messagesOfRecord(record('event_id', undefined, row, '1'));
    const [again] = messagesOfRecord(record('event_id', undefined, row, '2'));

    expect(JSON.parse(message?.body ?? '')).toEqual({ type: row.type, timestamp: row.occurred_at, data: row.data });
    expect(again?.messageId).toBe(message?.messageId);
    expect(typesOf('event_id', row, undefined)).toEqual([]);
  });

  it('skips rows that it cannot parse', () => {
    expect(typesOf('event_id', undefined, { ...row, type: 'key.eaten' })).toEqual([]);
  });
});

const plain = { 'content-type': 'text/plain' };

function textOf(body: string | Buffer, { headers = plain as Record<string, string>, isWhole = true } = {}) {
  return answerText(Buffer.from(body), isWhole, headers);
}

describe('answerText', () => {
  it('is at most 1,024 bytes of text without control characters for any response', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2_500 }),
      fc.string({ unit: 'binary', maxLength: 900 }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(bytes, fc.boolean(), (body, isWhole) => {
        const answer = textOf(Buffer.from(body), { isWhole });
        if (answer === null) return;
        expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(ANSWER_BYTES);
        expect(answer.text.isWellFormed()).toBe(true);
        expect(answer.text).not.toMatch(/[^\P{Cc}\n\t]/u);
        expect(answer.truncated || isWhole).toBe(true);
      }),
    );
  });

  it('is truncated between characters and marked', () => {
    expect(textOf(`${'x'.repeat(ANSWER_BYTES - 1)}€`)).toEqual({ text: 'x'.repeat(ANSWER_BYTES - 1), truncated: true });
    expect(textOf(`${'x'.repeat(ANSWER_BYTES - 3)}€`)).toEqual({
      text: `${'x'.repeat(ANSWER_BYTES - 3)}€`,
      truncated: false,
    });
    expect(textOf(Buffer.from('a€').subarray(0, 3), { isWhole: false })).toEqual({ text: 'a', truncated: true });
  });

  it.each([
    ['NUL and escape sequences', 'a\0\u001b[2J\u007f\u009b', 'a\ufffd\ufffd[2J\ufffd\ufffd'],
    ['line breaks of other systems', 'a\r\nb\rc\td', 'a\nb\nc\td'],
    ['overrides of direction', 'a\u202eb\u2066c', 'a\ufffdb\ufffdc'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xe2, 0x82]), 'a\ufffd\ufffd'],
    ['a byte order mark', '\ufeffa', 'a'],
  ])('replaces %s', (_, body, text) => expect(textOf(body)).toEqual({ text, truncated: false }));

  it.each([
    ['application/json; charset=utf-8', true],
    ['application/problem+json', true],
    ['TEXT/HTML', true],
    ['application/x-www-form-urlencoded', true],
    ['application/jsonish', false],
    ['application/octet-stream', false],
    ['image/png', false],
    ['', false],
  ])('treats the content type %s as text: %s', (type, isText) =>
    expect(textOf('ok', { headers: { 'content-type': type } }) !== null).toBe(isText),
  );

  it('treats a response without a content type as text unless it has binary bytes', () => {
    expect(textOf('ok\n', { headers: {} })).toEqual({ text: 'ok\n', truncated: false });
    expect(textOf('\u0001\u0002', { headers: {} })).toBeNull();
  });

  it('is null for an empty answer and for a compressed one', () => {
    expect(textOf('')).toBeNull();
    expect(textOf('ok', { headers: { ...plain, 'content-encoding': 'gzip' } })).toBeNull();
    expect(textOf('ok', { headers: { ...plain, 'content-encoding': 'identity' } })).toMatchObject({ text: 'ok' });
  });
});
