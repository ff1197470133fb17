import { GetCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { authorizeDevice } from '../../../../functions/accounts/authorize-device.ts';
import { getDeviceToken } from '../../../../functions/accounts/get-device-token.ts';
import { CODE_SECONDS, newDeviceCode } from '../../../../shared/domain/accounts/device/codes.ts';
import {
  loginsOfAddress,
  loginsOfStage,
  strayPolls,
} from '../../../../shared/domain/accounts/device/device-windows.ts';
import { DynamoRedeemableCodes } from '../../../../shared/domain/accounts/device/dynamo-device-codes.ts';
import { DynamoKeyStore } from '../../../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { KeyJournal } from '../../../../shared/domain/accounts/keys/key-journal.ts';
import { DynamoMemberStore } from '../../../../shared/domain/accounts/people/dynamo-member-store.ts';
import { DynamoMembers } from '../../../../shared/domain/accounts/people/dynamo-members.ts';
import { hashOfWindow, RequestWindows } from '../../../../shared/domain/accounts/windows/request-windows.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

/** Ahead of the real clock, because the database removes expired rows by its own clock. */
const start = new Date('2035-01-01T12:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** A Lambda execution environment, with a count of its table requests. */
function instance() {
  const sent = { requests: 0 };
  const documents = Object.create(tables.documents) as typeof tables.documents;
  documents.send = ((command: never) => {
    sent.requests += 1;
    return tables.documents.send(command);
  }) as typeof documents.send;
  const deps = {
    codes: new DynamoRedeemableCodes(documents, tables),
    windows: new RequestWindows(documents, tables),
    keys: new DynamoKeyStore(documents, tables),
    members: new DynamoMemberStore(documents, tables),
    changes: new DynamoMembers(documents, tables),
    journal: new KeyJournal(tables),
    publicBaseUrl: 'https://api.example.com',
  };
  return {
    sent,
    authorize: (request: TestRequest, at = start) => invoke(authorizeDevice, { ...deps, now: () => at }, request),
    poll: (device: string, request: TestRequest, at = start) =>
      invoke(getDeviceToken, { ...deps, now: () => at }, { ...request, body: { device_code: device } }),
  };
}

/** Enough calls for a race, and few enough not to time out on a busy machine. */
async function inTurns<T>(count: number, run: (n: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  while (results.length < count) {
    const turn = Array.from({ length: Math.min(10, count - results.length) }, (_, n) => results.length + n);
    results.push(...(await Promise.all(turn.map(run))));
  }
  return results;
}

const rows = async () => {
  const { Items = [] } = await tables.documents.send(new ScanCommand({ TableName: tables.deviceCodes }));
  return Items;
};
const codesIn = async () => (await rows()).filter(({ status }) => status === 'pending').length;

/** Sets the number of requests counted in the window that begins now. */
const fillStage = (requests: number, at: Date) =>
  tables.documents.send(
    new UpdateCommand({
      TableName: tables.deviceCodes,
      Key: { code_hash: hashOfWindow(loginsOfStage.name, '', at.getTime() / (loginsOfStage.seconds * 1000)) },
      UpdateExpression: 'SET requests = :requests, expires_at = :end',
      ExpressionAttributeValues: { ':requests': requests, ':end': at.getTime() / 1000 + loginsOfStage.seconds },
    }),
  );

describe('device logins', () => {
  it('of one address are limited whatever the headers say, and refusals send no request to a table', async () => {
    const [one, two] = [instance(), instance()];
    const before = await codesIn();
    const forged = (n: number) => ({ sourceIp: '198.51.100.1', headers: { 'X-Forwarded-For': `192.0.2.${n}` } });

    const answers = await inTurns(60, (n) => (n % 2 ? one : two).authorize(forged(n), later(100)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(loginsOfAddress.most);
    expect((await codesIn()) - before).toBe(loginsOfAddress.most);
    const [sent, refused] = [one.sent.requests, await one.authorize(forged(0), later(101))];
    expect(one.sent.requests).toBe(sent);
    expect([refused.status, refused.headers['Retry-After']]).toEqual([429, '499']);
    expect(refused.headers['Content-Type']).toBe('application/json');
    expect(refused.body).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      code: 'rate_limited',
      detail: 'An IP address can start 30 sign-ins in 10 minutes. Try again in 499 seconds.',
      'violated-policies': ['device-logins-of-address'],
      retry_after_seconds: 499,
      error: 'temporarily_unavailable',
      error_description: refused.body.detail,
    });
    expect((await one.authorize(forged(0), later(600))).status).toBe(200);
  });

  it("of all addresses of one IPv6 subscriber count together, separately from another's", async () => {
    const { authorize } = instance();
    const at = later(6000);
    const from = (sourceIp: string) => authorize({ sourceIp }, at);
    await inTurns(loginsOfAddress.most, (n) => from(`2001:db8:0:1::${n + 1}`));

    expect((await from('2001:db8:0:1:ffff::1')).status).toBe(429);
    expect((await from('2001:db8:0:2::1')).status).toBe(200);
  });

  it('of all addresses together are limited: one of several requests for the last place wins', async () => {
    const at = later(12_000);
    await fillStage(loginsOfStage.most - 1, at);

    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => instance().authorize({ sourceIp: `192.0.2.${n}` }, at)),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body['violated-policies']).toEqual(['device-logins']);
    expect(refused?.headers['Retry-After']).toBe('600');
  });

  it('leave no row that outlives its code', async () => {
    const at = later(18_000);
    await instance().authorize({ sourceIp: '192.0.2.99' }, at);

    const ends = (await rows()).map(({ expires_at: end }) => end - at.getTime() / 1000);

    expect(Math.max(...ends)).toBe(CODE_SECONDS);
  });
});

describe('polls', () => {
  const sourceIp = '198.51.100.2';

  it('for unknown codes write no row for them, and are bounded by address', async () => {
    const one = instance();
    const before = (await rows()).length;
    const at = later(24_000);

    const answers = await inTurns(strayPolls.most + 1, () => one.poll(newDeviceCode(), { sourceIp }, at));
    const sent = one.sent.requests;
    const refused = await one.poll(newDeviceCode(), { sourceIp }, at);

    expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(['invalid_grant']));
    // The one row is the count.
    expect((await rows()).length).toBe(before + 1);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([429, 'rate_limited', 'slow_down']);
    expect([refused.headers['Retry-After'], one.sent.requests]).toEqual(['60', sent]);
    expect((await one.poll(newDeviceCode(), { sourceIp: '198.51.100.3' }, at)).status).toBe(400);
    expect((await one.poll(newDeviceCode(), { sourceIp }, later(24_060))).status).toBe(400);
  });

  it('for texts that can be no code ask for no code', async () => {
    const one = instance();

    const { body } = await one.poll('unknown', { sourceIp: '198.51.100.4' });

    expect([body.error, one.sent.requests]).toEqual(['invalid_grant', 1]);
  });

  it('of devices that keep their interval count nowhere', async () => {
    const one = instance();
    const { body } = await one.authorize({ sourceIp: '198.51.100.5' });
    const sent = one.sent.requests;

    await one.poll(body.device_code, { sourceIp: '198.51.100.5' }, later(1));

    expect(one.sent.requests - sent).toBe(1);
    const window = hashOfWindow(strayPolls.name, '198.51.100.5', start.getTime() / (strayPolls.seconds * 1000));
    const { Item } = await tables.documents.send(
      new GetCommand({ TableName: tables.deviceCodes, Key: { code_hash: window } }),
    );
    expect(Item).toBeUndefined();
  });
});
