import { describe, expect, it } from 'vitest';
import { verifyDevice } from '../../../../functions/accounts/verify-device.ts';
import { deviceScene, failure, form, start } from '../../../support/accounts/device/device-scene.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const { approver, ask, authorize, codes, decide, keys, poll, windows } = deviceScene(await useServiceTables());

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
