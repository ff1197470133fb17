import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { authorizeDevice } from '../../../../functions/accounts/authorize-device.ts';
import { MAX_KEYS } from '../../../../shared/domain/accounts/keys/change-keys.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import { deviceScene, failure, later, publicBaseUrl, start } from '../../../support/accounts/device/device-scene.ts';
import { authenticate } from '../../../support/accounts/keys/authenticate.ts';
import { invoke, type TestAnswer } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const { approver, authorize, codes, decide, keys, look, poll, windows } = deviceScene(tables);

const DAY = 24 * 3600;
const ownerOf = async (key: string, at: Date) =>
  (await authenticate({ Authorization: `Bearer ${key}` }, keys, () => at))?.ownerId;

describe('a device login', () => {
  it('begins with two codes, and no row contains either', async () => {
    const { status, body } = await invoke(authorizeDevice, { codes, windows, publicBaseUrl, now: () => start });

    expect(status).toBe(200);
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verification_uri: 'https://api.example.com/oauth/device/verify',
      verification_uri_complete: `${body.verification_uri}?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const { Items } = await tables.documents.send(new ScanCommand({ TableName: tables.deviceCodes }));
    const rows = JSON.stringify(Items);
    expect([body.device_code, body.user_code, body.user_code.replace('-', '')].filter((c) => rows.includes(c))).toEqual(
      [],
    );
  });

  it('directs people to the address in the settings, whatever address a caller sends', async () => {
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      Forwarded: 'host=evil.example;proto=http',
      'X-Original-Host': 'evil.example',
    };

    const {
      text,
      headers: answered,
      body,
    } = await invoke(authorizeDevice, { codes, windows, publicBaseUrl, now: () => start }, { headers });

    expect(body.verification_uri).toBe(`${publicBaseUrl}/oauth/device/verify`);
    expect(`${text} ${JSON.stringify(answered)}`).not.toMatch(/evil|gopher/);
  });

  it('waits for the approval, returns the key once, and names its owner', async () => {
    const { device, user } = await authorize();
    const ann = await approver();

    const pending = await poll(device, later(1));
    const approved = await decide(ann, user.toLowerCase(), 'approve', later(4));
    const { status, body } = await poll(device, later(6));
    const again = await poll(device, later(12));

    expect([pending, again].map(failure)).toEqual([
      [400, 'authorization_pending'],
      [400, 'invalid_grant'],
    ]);
    expect(approved.status).toBe(200);
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 90 * DAY - 2]);
    expect(await ownerOf(body.access_token, later(7))).toBe(ann.ownerId);
    expect(await ownerOf(body.access_token, later(91 * DAY))).toBeUndefined();
  });

  it('returns one key to concurrent polls', async () => {
    const { device, user } = await authorize();
    const ann = await approver();
    await decide(ann, user);

    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => poll(device, later(index * 5))));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await keys.list(ann.ownerId)).toHaveLength(2);
  });

  it('returns a key that ends no later than the approving key, and none after its revocation', async () => {
    const [first, second] = [await authorize(), await authorize()];
    const short = await approver(anOwner(), later(3600));
    const revoked = await approver();
    await decide(short, first.user);
    await decide(revoked, second.user);
    await keys.revoke(revoked.keyId, later(1));

    expect((await poll(first.device, later(60))).body.expires_in).toBe(3540);
    expect(failure(await poll(second.device, later(60)))).toEqual([400, 'access_denied']);
  });

  it("returns a key with only the approving key's scopes", async () => {
    const { device, user } = await authorize();
    const own = { scopes: ['keys:read', 'keys:write', 'sandboxes:read'], limits: { sandboxes: 2 } } as const;
    const ann = await approver(anOwner(), null, own);
    await decide(ann, user);

    const { body } = await poll(device, later(1));

    const caller = await authenticate({ Authorization: `Bearer ${body.access_token}` }, keys, () => later(2));
    expect(caller).toMatchObject({ scopes: ['sandboxes:read', 'keys:read'], limits: { sandboxes: 2 } });
    expect(caller?.lineage).toBe(ann.keyId);
    expect(await keys.find(caller?.keyId ?? '')).toMatchObject({ created_by: ann.keyId });
  });

  it('ends when it is refused or expires', async () => {
    const [refused, late] = [await authorize(), await authorize()];
    const ann = await approver();

    expect((await decide(ann, refused.user, 'deny')).status).toBe(200);

    expect(failure(await poll(refused.device, later(1)))).toEqual([400, 'access_denied']);
    expect(failure(await poll(late.device, later(600)))).toEqual([400, 'expired_token']);
    expect((await decide(ann, late.user, 'approve', later(600))).status).toBe(404);
    expect(failure(await poll('unknown', start))).toEqual([400, 'invalid_grant']);
  });

  it('is decided once', async () => {
    const { device, user } = await authorize();
    const [ann, mallory] = [await approver(), await approver()];
    await decide(ann, user);

    expect((await decide(mallory, user)).status).toBe(409);
    expect(await ownerOf((await poll(device, later(1))).body.access_token, later(2))).toBe(ann.ownerId);
  });

  it('cannot be found by trying codes', async () => {
    const { user } = await authorize();
    const mallory = await approver();
    const tries = await Promise.all(Array.from({ length: 12 }, () => decide(mallory, 'BBBB-BBBB')));
    const looks = await Promise.all(Array.from({ length: 12 }, () => look(mallory, 'BBBB-BBBB')));

    expect([...tries, ...looks].filter(({ status }) => status === 404)).toHaveLength(20);
    const stopped = await decide(mallory, user);
    expect([stopped.status, stopped.headers['Retry-After']]).toEqual([429, '600']);
    expect((await decide(mallory, 'BBBB-BBBB', 'approve', later(601))).status).toBe(404);
    expect((await decide(await approver(), user)).status).toBe(200);
  });
});

describe('a device that polls too often', () => {
  it('waits five seconds longer from then on, as the response and the row state', async () => {
    const { device } = await authorize();
    const answers: TestAnswer[] = [];
    for (const at of [1, 3, 8, 14, 24]) answers.push(await poll(device, later(at)));

    expect(answers.map(({ body }) => [body.error, body.interval])).toEqual([
      ['authorization_pending', undefined],
      ['slow_down', 10],
      ['slow_down', 15],
      ['slow_down', 20],
      ['slow_down', 25],
    ]);
    expect(failure(await poll(device, later(50)))).toEqual([400, 'authorization_pending']);
    expect(failure(await poll(device, later(60)))).toEqual([400, 'slow_down']);
  });

  it('never has to wait longer than known clients do', async () => {
    const { device } = await authorize();
    for (const at of [1, 2, 3, 4, 5, 6, 7]) await poll(device, later(at));

    const { body } = await poll(device, later(35));

    // The sixth poll reached the longest interval. Later polls do not change it.
    expect([body.error, body.interval]).toEqual(['slow_down', 30]);
    expect(failure(await poll(device, later(36)))).toEqual([400, 'authorization_pending']);
  });
});

describe('an owner with the maximum number of keys', () => {
  it('gets no further key by a device', async () => {
    const { device, user } = await authorize();
    const ann = await approver();
    const order = { ownerId: ann.ownerId, name: null, expiresAt: null };
    await Promise.all(Array.from({ length: MAX_KEYS - 1 }, () => issueKey(order, keys, start)));
    await decide(ann, user);

    const { status, body } = await poll(device, start);

    expect([status, body.error]).toEqual([400, 'access_denied']);
    expect(body.error_description).toContain('at most 200 API keys. Delete one');
    expect(await keys.list(ann.ownerId)).toHaveLength(MAX_KEYS);
  });
});
