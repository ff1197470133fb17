import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { anotherKey, isReplay, sendOnce } from '../../support/service/idempotency.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

/** Keys of one owner. */
let admin: Api;
let secondAdmin: Api;
let keysOnly: Api;
let talker: Api;
let likeTalker: Api;
let settingsOnly: Api;
beforeAll(async () => {
  ({ api: admin } = await newOwner(['--scopes', 'admin']));
  const talking = ['conversations:write', 'settings:write'] as const;
  [secondAdmin, keysOnly, talker, likeTalker, settingsOnly] = await Promise.all([
    anotherKey(admin, ['admin']),
    anotherKey(admin, ['keys:write']),
    anotherKey(admin, talking),
    anotherKey(admin, talking),
    anotherKey(admin, ['settings:write']),
  ]);
});

/** The attack: what one key was shown, another one asks for with the same Idempotency-Key and body. */
async function repeated(path: string, body: unknown, by: Api, others: readonly Api[]): Promise<void> {
  const key = randomUUID();
  const first = await sendOnce(by, path, body, key);
  expect(first.status, first.text).toBeLessThan(300);
  const secret: string = first.body.key;
  expect(secret).toMatch(/^acs_/);
  rememberSecret('an API key', secret);
  for (const other of others) {
    const answer = await sendOnce(other, path, body, key);
    expectProblem(answer, 422, 'idempotency_key_reused');
    expect(answer.text).not.toContain(secret);
  }
  const again = await sendOnce(by, path, body, key);
  expect([again.text, isReplay(again)]).toEqual([first.text, true]);
}

describe('an answer with a secret', () => {
  it('of a new key is repeated to no other key, whatever that may', async () => {
    await repeated('/api/keys', { name: 'for the administrator', scopes: ['admin'] }, admin, [keysOnly, secondAdmin]);
    await repeated('/api/keys', { name: 'for a narrow key' }, keysOnly, [admin]);
  });

  it('of a rotation is repeated to no other key, whatever that may', async () => {
    const { body: made } = await admin.post('/api/keys', { scopes: ['admin'] });
    rememberSecret('an API key', made.key);

    await repeated(`/api/keys/${made.id}/rotate`, { overlap_seconds: 60 }, admin, [keysOnly, secondAdmin]);
  });

  it('is kept for none of many keys that ask at once but the one that made it', async () => {
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

describe('an answer without a secret', () => {
  it('is repeated to keys that may as much, and to no narrower one', async () => {
    const [key, path, body] = [
      randomUUID(),
      '/api/v1/secrets',
      { name: 'OF_THE_TALKER', value: 'a-value-of-no-worth' },
    ];
    const first = await sendOnce(talker, path, body, key);

    const answers = await Promise.all([likeTalker, admin].map((by) => sendOnce(by, path, body, key)));
    const refused = await sendOnce(settingsOnly, path, body, key);

    expect(first.status, first.text).toBe(201);
    for (const answer of answers) expect([answer.text, isReplay(answer)]).toEqual([first.text, true]);
    expectProblem(refused, 422, 'idempotency_key_reused');
  });

  it('is repeated to the successor of a rotated key', async () => {
    const { body: old } = await admin.post('/api/keys', { scopes: ['settings:write'] });
    const { body: successor } = await admin.post(`/api/keys/${old.id}/rotate`, {});
    for (const { key } of [old, successor]) rememberSecret('an API key', key);
    const [before, after] = [old, successor].map((made) => Api.withKey(service().baseUrl, made.key));
    const [key, path, body] = [randomUUID(), '/api/v1/secrets', { name: 'ROTATED', value: 'a-value-of-no-worth' }];
    if (!before || !after) throw new Error('there are two keys');
    const first = await sendOnce(before, path, body, key);

    const again = await sendOnce(after, path, body, key);

    expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, true]);
  });
});
