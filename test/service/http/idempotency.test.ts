import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Api } from '../../support/service/api.ts';
import { type StartedConversation, startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anotherKey, heardBy, isReplay, said, sendOnce } from '../../support/service/idempotency.ts';
import { newName, newOwner, type Owner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

let owner: Owner;
let stranger: Owner;
let conversation: StartedConversation;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
  conversation = await startConversation(owner.api);
});

const send = (path: string, body?: unknown, key: string = randomUUID(), api: Api = owner.api): Promise<Answer> =>
  sendOnce(api, path, body, key);

const essence = ({ status, text }: Answer) => `${status} ${text}`;

describe('an Idempotency-Key', () => {
  it('is bound to its owner, one path and one payload', async () => {
    const key = `"order-${randomUUID()}"`;
    const path = '/api/v1/secrets';
    const secret = (name: string) => ({ name, value: 'a-value-of-no-worth' });
    const first = await send(path, secret('ONE'), key);

    const again = await send(path, { value: 'a-value-of-no-worth', name: 'ONE' }, key.slice(1, -1));
    const others = [await send(path, secret('ONE'), key, stranger.api), await send('/api/secrets', secret('TWO'), key)];

    expect([first.status, essence(again), isReplay(again)]).toEqual([201, essence(first), true]);
    const expires = Date.parse(again.headers.get('idempotency-expires') ?? '');
    expect(expires - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(expires - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    expect(others.map((answer) => [answer.status, isReplay(answer)])).toEqual([
      [201, false],
      [201, false],
    ]);
    expectProblem(await send(path, secret('TWO'), key), 422, 'idempotency_key_reused');
    const malformed = await send(path, secret('TWO'), 'a key');
    expectProblem(malformed, 400, 'malformed_request');
    expect(malformed.body.errors[0].loc).toEqual(['header', 'Idempotency-Key']);
  });

  it('replays its answer also when a new request would exceed a limit', async () => {
    const someone = await newOwner(['--sandboxes', '1']);
    const key = randomUUID();
    const first = await send('/api/v1/sandboxes', undefined, key, someone.api);

    expectProblem(
      await send('/api/v1/sandboxes', undefined, randomUUID(), someone.api),
      429,
      'concurrency_limit_exceeded',
    );

    expect(essence(await send('/api/v1/sandboxes', undefined, key, someone.api))).toBe(essence(first));
    expect((await someone.api.get('/api/v1/sandboxes/search')).body.items).toHaveLength(1);
  });
});

/** @param strangers keys of the same owner that are refused the answer */
async function twice(path: string, body?: unknown, api = owner.api, strangers: readonly Api[] = []): Promise<Answer> {
  const key = randomUUID();
  const first = await send(path, body, key, api);
  for (const stranger of strangers) expectProblem(await send(path, body, key, stranger), 422, 'idempotency_key_reused');
  const second = await send(path, body, key, api);
  expect(first.status, `${path}: ${first.text}`).toBeLessThan(300);
  expect([path, essence(second), isReplay(first), isReplay(second)]).toEqual([path, essence(first), false, true]);
  return first;
}

describe('endpoints that accept an Idempotency-Key', () => {
  it('replay the first answer for conversations and messages', async () => {
    const { id } = conversation;
    await twice(`/api/v1/app-conversations/${id}/send-message`, said('sent'));
    await twice(`/api/conversations/${id}/message`, { message: 'posted' });
    await twice(`/api/conversations/${id}/events`, { action: 'message', args: { content: 'an event' } });
    await twice(`/api/v1/conversations/${id}/pending-messages`, said('queued'));
    await eventually('the agent has heard each once', async () => {
      const heard = await heardBy(conversation);
      return ['an event', 'posted', 'queued', 'sent'].every((text) => heard.includes(text)) ? true : undefined;
    });
    expect((await heardBy(conversation)).toSorted()).toEqual(['an event', 'posted', 'queued', 'sent']);

    // A start while the sandbox still stops is taken, and waits.
    await twice(`/api/conversations/${id}/stop`);
    await twice(`/api/conversations/${id}/start`, {});
  });

  it('replay the first answer for sandboxes and streamed starts', async () => {
    const { body } = await twice('/api/v1/sandboxes');
    await twice(`/api/v1/sandboxes/${body.id}/pause`);
    await twice(`/api/v1/sandboxes/${body.id}/resume`);
    const key = randomUUID();
    const followed = await send('/api/v1/app-conversations/stream-start', { sandbox_id: body.id }, key);
    const again = await send('/api/v1/app-conversations/stream-start', { sandbox_id: body.id }, key);

    expect(isReplay(again)).toBe(true);
    expect(again.body).toEqual([followed.body.at(-1)]);
    expect(again.body[0].status).toBe('READY');
    await owner.api.delete(`/api/v1/sandboxes/${body.id}`);
  });

  it('replay the first answer for secrets, keys, owners and webhook endpoints, also values that are shown once', async () => {
    const { api: admin } = await newOwner(['--scopes', 'admin']);
    const other = await anotherKey(admin, ['admin']);
    await twice('/api/secrets', { name: `S_${newName().replaceAll('-', '_')}`, value: 'a-value-of-no-worth' });
    const { body: key } = await twice('/api/keys', { name: 'twice' });
    const { body: successor } = await twice(`/api/keys/${key.id}/rotate`, {});
    const id = newName();
    const { body: made } = await twice('/api/v1/owners', { id, key: {} }, admin, [other]);
    const { body: second } = await twice(`/api/v1/owners/${id}/keys`, {}, admin, [other]);
    for (const text of [key.key, successor.key, made.key.key, second.key]) {
      expect(text).toMatch(/\S/);
      rememberSecret('an API key', text);
    }
    const url = 'http://127.0.0.1:19999/hook';
    const order = { url, events: ['sandbox.*'], enabled: false };
    const { body: hook } = await twice('/api/v1/webhook-endpoints', order, admin, [other]);
    const { body: rotated } = await twice(`/api/v1/webhook-endpoints/${hook.id}/rotate-secret`, {}, admin, [other]);
    for (const { secret } of [hook, rotated]) rememberSecret('a webhook secret', secret);
    await admin.delete(`/api/v1/webhook-endpoints/${hook.id}`);
  });
});
