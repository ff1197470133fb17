import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Answer, Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { anotherKey, heardBy, isReplay, said, sendOnce } from '../../support/service/idempotency.ts';
import { newName, newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const [owner, stranger, { api: admin }] = await Promise.all([newOwner(), newOwner(), newOwner(['--scopes', 'admin'])]);
const conversation = await startConversation(owner.api);
/** Other keys of the owner of `admin`. */
const [secondAdmin, keysOnly] = await Promise.all([anotherKey(admin, ['admin']), anotherKey(admin, ['keys:write'])]);

const send = (path: string, body?: unknown, key: string = randomUUID(), api: Api = owner.api): Promise<Answer> =>
  sendOnce(api, path, body, key);

/** Without the state of a message, which is the current one in each response. */
const essence = ({ status, text }: Answer) => `${status} ${text.replace(/"state":"\w+"/, '')}`;

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

  it('replays its response when a new request would exceed a limit', async () => {
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

/** @param strangers keys of the same owner that do not get the stored response */
async function twice(path: string, body?: unknown, api = owner.api, strangers: readonly Api[] = []): Promise<Answer> {
  const key = randomUUID();
  const first = await send(path, body, key, api);
  for (const stranger of strangers) {
    const refused = await send(path, body, key, stranger);
    expectProblem(refused, 422, 'idempotency_key_reused');
    expect(refused.text).not.toMatch(/acs_|whsec_/);
  }
  const second = await send(path, body, key, api);
  expect(first.status, `${path}: ${first.text}`).toBeLessThan(300);
  expect([path, essence(second), isReplay(first), isReplay(second)]).toEqual([path, essence(first), false, true]);
  return first;
}

describe('endpoints that accept an Idempotency-Key', () => {
  it('replay the first response for conversations and messages', async () => {
    const { id } = conversation;
    await twice(`/api/v1/app-conversations/${id}/send-message`, said('sent'));
    await twice(`/api/conversations/${id}/message`, { message: 'posted' });
    await twice(`/api/conversations/${id}/events`, { action: 'message', args: { content: 'an event' } });
    await twice(`/api/v1/conversations/${id}/pending-messages`, said('queued'));
    await eventually('the agent has received each message once', async () => {
      expect((await heardBy(conversation)).toSorted()).toEqual(['an event', 'posted', 'queued', 'sent']);
      return true;
    });

    // The service accepts a start while the sandbox is still stopping.
    await twice(`/api/conversations/${id}/stop`);
    await twice(`/api/conversations/${id}/start`, {});
  });

  it('replay the first response for sandboxes and streamed starts', async () => {
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

  it('replay the first response, with its secret, for secrets, keys, owners and webhook endpoints', async () => {
    await twice('/api/secrets', { name: `S_${newName().replaceAll('-', '_')}`, value: 'a-value-of-no-worth' });
    const { body: key } = await twice('/api/keys', { name: 'twice' });
    const { body: successor } = await twice(`/api/keys/${key.id}/rotate`, {});
    const id = newName();
    const { body: made } = await twice('/api/v1/owners', { id, key: {} }, admin, [secondAdmin]);
    const { body: second } = await twice(`/api/v1/owners/${id}/keys`, {}, admin, [secondAdmin]);
    for (const text of [key.key, successor.key, made.key.key, second.key]) {
      expect(text).toMatch(/\S/);
      rememberSecret('an API key', text);
    }
    const url = 'http://127.0.0.1:19999/hook';
    const order = { url, events: ['sandbox.*'], enabled: false };
    const { body: hook } = await twice('/api/v1/webhook-endpoints', order, admin, [secondAdmin]);
    const { body: rotated } = await twice(`/api/v1/webhook-endpoints/${hook.id}/rotate-secret`, {}, admin, [
      secondAdmin,
    ]);
    for (const { secret } of [hook, rotated]) rememberSecret('a webhook secret', secret);
    await admin.delete(`/api/v1/webhook-endpoints/${hook.id}`);
  });

  it('replay the first response, with its secret, for prebuilds and specs of owners', async () => {
    const { body: made } = await twice('/api/v1/prebuilds', { repository: 'acme/twice', refresh: 'push' });
    const { body: rotated } = await twice(`/api/v1/prebuilds/${made.id}/rotate-secret`, {});
    for (const { hook_secret: secret } of [made, rotated]) {
      expect(secret).toMatch(/\S/);
      rememberSecret('the secret of a prebuild', secret);
    }
    await owner.api.delete(`/api/v1/prebuilds/${made.id}`);
    const image = 'localhost/none:1.0.0';
    const { body: spec } = await twice('/api/v1/sandbox-specs', { name: 'twice', image, vcpu: 0.25, memory_gb: 0.5 });
    await owner.api.delete(`/api/v1/sandbox-specs/${spec.id}`);
  });
});

/** Tries to get the secret that one key was shown by repeating its request with other keys of the owner. */
async function steal(path: string, body: unknown, by: Api, others: readonly Api[]): Promise<void> {
  const { body: made } = await twice(path, body, by, others);
  expect(made.key).toMatch(/^acs_/);
  rememberSecret('an API key', made.key);
}

describe('a response with a secret', () => {
  it('is not replayed to another key after a creation, whatever its scopes', async () => {
    await steal('/api/keys', { name: 'for the administrator', scopes: ['admin'] }, admin, [keysOnly, secondAdmin]);
    await steal('/api/keys', { name: 'for a narrow key' }, keysOnly, [admin]);
  });

  it('is not replayed to another key after a rotation, whatever its scopes', async () => {
    const { body: made } = await admin.post('/api/keys', { scopes: ['admin'] });
    rememberSecret('an API key', made.key);

    await steal(`/api/keys/${made.id}/rotate`, { overlap_seconds: 60 }, admin, [keysOnly, secondAdmin]);
  });

  it('is replayed only to the key that made it when several keys send the request at once', async () => {
    const key = randomUUID();
    const send = (by: Api) => sendOnce(by, '/api/keys', { name: 'at once' }, key);

    const answers = await Promise.all([admin, keysOnly, secondAdmin, admin, keysOnly, secondAdmin].map(send));

    const shown = answers.filter(({ status }) => status === 200).map(({ body }) => body.key);
    expect([...new Set(shown)]).toHaveLength(1);
    rememberSecret('an API key', shown[0]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const answer of refused) expectProblem(answer, 422, 'idempotency_key_reused');
    const { body: all } = await admin.get('/api/keys');
    expect(all.filter(({ name }: { name: string }) => name === 'at once')).toHaveLength(1);
  });
});

describe('a response without a secret', () => {
  it('is replayed to keys with the same or wider scopes, and to no narrower key', async () => {
    const [key, path, body] = [
      randomUUID(),
      '/api/v1/secrets',
      { name: 'OF_THE_TALKER', value: 'a-value-of-no-worth' },
    ];
    const talking = ['conversations:write', 'settings:write'] as const;
    const [talker, likeTalker, settingsOnly] = await Promise.all([
      anotherKey(admin, talking),
      anotherKey(admin, talking),
      anotherKey(admin, ['settings:write']),
    ]);
    const first = await sendOnce(talker, path, body, key);

    const answers = await Promise.all([likeTalker, admin].map((by) => sendOnce(by, path, body, key)));
    const refused = await sendOnce(settingsOnly, path, body, key);

    expect(first.status, first.text).toBe(201);
    for (const answer of answers) expect([answer.text, isReplay(answer)]).toEqual([first.text, true]);
    expectProblem(refused, 422, 'idempotency_key_reused');
  });

  it('is replayed to the successor of a rotated key', async () => {
    const { body: old } = await admin.post('/api/keys', { scopes: ['settings:write'] });
    const { body: successor } = await admin.post(`/api/keys/${old.id}/rotate`, {});
    for (const { key } of [old, successor]) rememberSecret('an API key', key);
    const [before, after] = [old, successor].map((made) => Api.withKey(service().baseUrl, made.key));
    const [key, path, body] = [randomUUID(), '/api/v1/secrets', { name: 'ROTATED', value: 'a-value-of-no-worth' }];
    if (!before || !after) throw new Error('A key is missing.');
    const first = await sendOnce(before, path, body, key);

    const again = await sendOnce(after, path, body, key);

    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
  });
});
