import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { authorizeDevice } from '../../../../functions/accounts/authorize-device.ts';
import { verifyDevice } from '../../../../functions/accounts/verify-device.ts';
import { authenticate } from '../../../../shared/domain/accounts/keys/authenticate.ts';
import { MAX_KEYS } from '../../../../shared/domain/accounts/keys/change-keys.ts';
import { issueKey } from '../../../../shared/domain/accounts/keys/issue-key.ts';
import {
  deviceScene,
  failure,
  form,
  later,
  publicBaseUrl,
  start,
} from '../../../support/accounts/device/device-scene.ts';
import { invoke, type TestAnswer, type TestRequest } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const { approver, ask, authorize, codes, decide, keys, look, poll, windows } = deviceScene(tables);

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

const GRANT = encodeURIComponent('urn:ietf:params:oauth:grant-type:device_code');

describe('a token request', () => {
  const tokenOf = async (request: (device: string) => TestRequest) => {
    const { device, user } = await authorize();
    await decide(await approver(), user);
    return ask(request(device));
  };

  it('is accepted as RFC 8628 has it, and as the command line client sends it, as a form and as JSON', async () => {
    const answers = [
      await tokenOf((device) => form(`grant_type=${GRANT}&device_code=${device}&client_id=cli&scope=x`)),
      await tokenOf((device) => form(`grant_type=${GRANT}&device_code=${device}`)),
      await tokenOf((device) => form(`device_code=${device}`)),
      await tokenOf((device) => form(`grant_type=&client_id=&device_code=${device}`)),
      await tokenOf((device) => ({ body: { device_code: device } })),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]?.headers).toMatchObject({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
    });
  });

  it.each([
    ['another grant', 'grant_type=authorization_code&device_code=CODE', 'unsupported_grant_type'],
    ['a misspelled grant', 'grant_type=urn:ietf:params:oauth:device_code&device_code=CODE', 'unsupported_grant_type'],
    ['a client and no grant', 'client_id=cli&device_code=CODE', 'invalid_request'],
    ['no device code', `grant_type=${GRANT}`, 'invalid_request'],
    ['an empty device code', `grant_type=${GRANT}&device_code=`, 'invalid_request'],
    ['two device codes', `grant_type=${GRANT}&device_code=CODE&device_code=CODE`, 'invalid_request'],
    ['two grants', `grant_type=${GRANT}&grant_type=${GRANT}&device_code=CODE`, 'invalid_request'],
  ])('is refused with %s, and the code stays unspent', async (_case, fields, error) => {
    const { device, user } = await authorize();
    await decide(await approver(), user);

    const { status, headers, body } = await ask(form(fields.replaceAll('CODE', device)));

    expect([status, body.error, body.error_description]).toEqual([400, error, body.detail.replaceAll('"', "'")]);
    expect(body).toMatchObject({ type: 'about:blank', status: 400, request_id: expect.any(String) });
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
    });
    expect((await poll(device, start)).status).toBe(200);
  });

  it('that is no form and no JSON is an invalid request too', async () => {
    const type = await ask({ rawBody: 'x', headers: { 'Content-Type': 'text/plain' } });
    const json = await ask({ rawBody: '{"device_code"' });
    const forbidden = await ask({ rawBody: '{"__proto__": {}, "device_code": "x"}' });

    expect([type, json, forbidden].map(failure)).toEqual([
      [415, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ]);
  });
});

describe('a decision', () => {
  it.each(['', '&decision=', '&decision=yes', '&decision=approve&decision=deny'])(
    'that is malformed approves nothing: %s',
    async (decision) => {
      const { device, user } = await authorize();
      const caller = await approver();

      const { status, body } = await invoke(
        verifyDevice,
        { codes, keys, windows, now: () => start },
        { ...form(`user_code=${user}${decision}`), caller },
      );

      expect([400, 422]).toContain(status);
      expect(body.detail).toContain('body.decision');
      expect(failure(await poll(device, start))).toEqual([400, 'authorization_pending']);
    },
  );
});
