import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signedHeaders } from '../../../../shared/domain/webhooks/deliver-lane.ts';
import { newWebhookSecret } from '../../../../shared/domain/webhooks/secrets.ts';
import { wants } from '../../../../shared/domain/webhooks/webhook-endpoint.ts';
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

const start = new Date('2026-03-01T12:00:00.000Z');

function aMessage(retried = true): WebhookMessage {
  const order = { ownerId: 'o', messageId: 'msg_1', type: 'sandbox.running', objectId: 's', sequence: '1', body: '{}' };
  return newMessage({ ...order, retried }, 'e', start);
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
  it('is tried ten times at most, never before its schedule, and ends delivered or failed', () => {
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
  it('keeps the last 20 attempts with their answers, in far less than DynamoDB takes for a row', () => {
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
