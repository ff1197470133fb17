import { beforeAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { Device, sendForm } from './support/device-login.ts';
import { keys, newOwner, nobody, type Owner, service } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';

let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
});

const verify = (api: Api, fields: Readonly<Record<string, string>>) =>
  sendForm(api, '/oauth/device/verify-authenticated', fields);

describe('a program without a browser', () => {
  it('gets a key of whoever approves it, once', async () => {
    const device = await Device.start(nobody());
    const pending = await device.poll();
    const impatient = await device.poll();

    const approved = await verify(owner.bearer, { user_code: device.codes.user_code.toLowerCase() });
    const late = await verify(stranger.api, { user_code: device.codes.user_code });
    const token = await device.token();
    const again = await device.poll();

    expectProblem(pending, 400, 'authorization_pending');
    expect([pending.body.error, impatient.body.error, again.body.error]).toEqual([
      'authorization_pending',
      'slow_down',
      'slow_down',
    ]);
    expect([approved.status, late.status]).toEqual([200, 409]);
    const { body: key } = await Api.withBearer(service().baseUrl, token).get('/api/keys/current');
    expect(key).toMatchObject({ user_id: owner.name, name: 'device login' });
    expect(key.id).not.toBe(owner.keyId);
  });

  it('is refused by a person, and by the revocation of the key that approved it', async () => {
    const [refused, revoked] = await Promise.all([Device.start(nobody()), Device.start(nobody())]);
    const brief = await newOwner();
    await verify(owner.api, { user_code: refused.codes.user_code, decision: 'deny' });
    await verify(brief.api, { user_code: revoked.codes.user_code });
    await keys('revoke', brief.keyId);

    expectProblem(await refused.poll(), 400, 'access_denied');
    expectProblem(await revoked.poll(), 400, 'access_denied');
  });

  it('cannot be approved without a key, nor found by chance', async () => {
    const { codes } = await Device.start(nobody());

    expectProblem(await verify(nobody(), { user_code: codes.user_code }), 401, 'unauthenticated');
    expectProblem(await verify(stranger.api, { user_code: 'BBBB-BBBB' }), 404, 'not_found');
    expectProblem(
      await sendForm(nobody(), '/oauth/device/token', { device_code: codes.user_code }),
      400,
      'invalid_grant',
    );
    expect(codes.verification_uri).toBe(`${service().baseUrl}/oauth/device/verify`);
    expect(codes.verification_uri_complete).not.toContain(codes.device_code);
  });
});
