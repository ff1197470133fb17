import { beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { Device, sendForm } from '../../support/service/device-login.ts';
import { anonymous, keys, newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
});

const verify = (api: Api, fields: Readonly<Record<string, string>>) =>
  sendForm(api, '/oauth/device/verify-authenticated', fields);

describe('a device login', () => {
  it('gives a key of the approving owner once', async () => {
    const device = await Device.start(anonymous());
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

  it('is refused when a person denies it, or revokes the key that approved it', async () => {
    const [refused, revoked] = await Promise.all([Device.start(anonymous()), Device.start(anonymous())]);
    const brief = await newOwner();
    await verify(owner.api, { user_code: refused.codes.user_code, decision: 'deny' });
    await verify(brief.api, { user_code: revoked.codes.user_code });
    await keys('revoke', brief.keyId);

    expectProblem(await refused.poll(), 400, 'access_denied');
    expectProblem(await revoked.poll(), 400, 'access_denied');
  });
});
