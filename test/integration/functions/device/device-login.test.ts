import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeDevice } from '../../../../functions/device/authorize-device.ts';
import { getDeviceToken } from '../../../../functions/device/get-device-token.ts';
import { verifyDevice } from '../../../../functions/device/verify-device.ts';
import { DynamoDeviceCodes } from '../../../../shared/domain/device/dynamo-device-codes.ts';
import { authenticate } from '../../../../shared/domain/keys/authenticate.ts';
import { DynamoKeyStore } from '../../../../shared/domain/keys/dynamo-key-store.ts';
import { issueKey, type KeyOrder } from '../../../../shared/domain/keys/issue-key.ts';
import { KeyJournal } from '../../../../shared/domain/keys/key-journal.ts';
import { invoke, type TestAnswer } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { type ServiceTables, startServiceTables } from '../../../support/service-tables.ts';

let tables: ServiceTables;
let codes: DynamoDeviceCodes;
let keys: DynamoKeyStore;
let journal: KeyJournal;
beforeAll(async () => {
  tables = await startServiceTables();
  codes = new DynamoDeviceCodes(tables.documents, tables);
  keys = new DynamoKeyStore(tables.documents, tables);
  journal = new KeyJournal(tables);
}, 120_000);
afterAll(() => tables?.stop());

const publicBaseUrl = 'https://api.example.com';
const DAY = 24 * 3600;
/** Ahead of the real clock, as the database removes rows that have expired by its own. */
const start = new Date('2035-01-01T12:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const authorize = async (): Promise<{ device: string; user: string }> => {
  const { body } = await invoke(authorizeDevice, { codes, publicBaseUrl, now: () => start });
  return { device: body.device_code, user: body.user_code };
};
const approver = async (ownerId = anOwner(), expiresAt: Date | null = null, own: Partial<KeyOrder> = {}) => {
  const { record } = await issueKey({ ownerId, name: 'laptop', expiresAt, ...own }, keys, start);
  return { ownerId, keyId: record.key_id };
};
const decide = (caller: { ownerId: string; keyId: string }, user: string, decision = 'approve', at = start) =>
  invoke(verifyDevice, { codes, now: () => at }, { body: { user_code: user, decision }, caller });
const poll = (device: string, at: Date) =>
  invoke(getDeviceToken, { codes, keys, journal, now: () => at }, { body: { device_code: device } });
const failure = ({ status, body }: TestAnswer) => [status, body.error];
const ownerOf = async (key: string, at: Date) =>
  (await authenticate({ Authorization: `Bearer ${key}` }, keys, () => at))?.ownerId;

describe('a device login', () => {
  it('begins with two codes, and no row contains either', async () => {
    const { status, body } = await invoke(authorizeDevice, { codes, publicBaseUrl, now: () => start });

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

  it('waits for the approval, returns the key once, and names its owner', async () => {
    const { device, user } = await authorize();
    const ann = await approver();

    const pending = await poll(device, later(1));
    const soon = await poll(device, later(3));
    const approved = await decide(ann, user.toLowerCase(), 'approve', later(4));
    const { status, body } = await poll(device, later(6));
    const again = await poll(device, later(12));

    expect([pending, soon, again].map(failure)).toEqual([
      [400, 'authorization_pending'],
      [400, 'slow_down'],
      [400, 'invalid_grant'],
    ]);
    expect(approved.status).toBe(200);
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 90 * DAY]);
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

  it('returns a key with the scopes of the approving key, and no more', async () => {
    const { device, user } = await authorize();
    const own = { scopes: ['keys:write', 'sandboxes:read'], limits: { sandboxes: 2 } } as const;
    const ann = await approver(anOwner(), null, own);
    await decide(ann, user);

    const { body } = await poll(device, later(1));

    const caller = await authenticate({ Authorization: `Bearer ${body.access_token}` }, keys, () => later(2));
    expect(caller).toMatchObject({ scopes: ['sandboxes:read', 'keys:write'], limits: { sandboxes: 2 } });
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

    expect(tries.filter(({ status }) => status === 404)).toHaveLength(10);
    const stopped = await decide(mallory, user);
    expect([stopped.status, stopped.headers['Retry-After']]).toEqual([429, '600']);
    expect((await decide(mallory, 'BBBB-BBBB', 'approve', later(601))).status).toBe(404);
    expect((await decide(await approver(), user)).status).toBe(200);
  });

  it('accepts forms and JSON, and names missing fields', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const deps = { codes, keys, journal, now: () => start };

    const form = await invoke(getDeviceToken, deps, { rawBody: 'grant_type=x&device_code=no', headers });
    const empty = await invoke(getDeviceToken, deps, { rawBody: 'grant_type=x', headers });

    expect([failure(form), form.body.error_description]).toEqual([[400, 'invalid_grant'], form.body.detail]);
    expect([empty.status, empty.body.errors[0].loc]).toEqual([422, ['body', 'device_code']]);
  });
});
