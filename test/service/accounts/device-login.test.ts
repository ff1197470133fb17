import { beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../support/service/api.ts';
import { Device, sendForm } from '../../support/service/device-login.ts';
import { anonymous, keys, newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectOAuthFailure } from '../../support/service/problems.ts';

let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
});

const verify = (api: Api, fields: Readonly<Record<string, string>>) =>
  sendForm(api, '/oauth/device/verify-authenticated', fields);

describe('a device login', () => {
  it('gives a key of the approving owner once', async () => {
    const [device, other] = await Promise.all([Device.start(anonymous()), Device.start(anonymous())]);
    const pending = await other.poll();
    const impatient = await other.poll();

    const undecided = await verify(owner.bearer, { user_code: device.codes.user_code });
    const approved = await verify(owner.bearer, {
      user_code: device.codes.user_code.toLowerCase(),
      decision: 'approve',
    });
    const late = await verify(stranger.api, { user_code: device.codes.user_code, decision: 'approve' });
    const token = await device.token();

    expectOAuthFailure(pending, 400, 'authorization_pending');
    expectOAuthFailure(impatient, 400, 'slow_down');
    expect([undecided.status, approved.status, late.status]).toEqual([422, 200, 409]);
    expect(approved.body).toEqual({
      message: 'The device is signed in.',
      device: { program: 'node', address: '127.0.0.1', asked_at: expect.stringMatching(/^\d{4}-.*Z$/) },
      scopes: expect.arrayContaining(['keys:write']),
    });
    const { body: key } = await Api.withBearer(service().baseUrl, token).get('/api/keys/current');
    expect(key).toMatchObject({ user_id: owner.name, name: 'device login' });
    expect(key.id).not.toBe(owner.keyId);
  });

  it('is refused when a person denies it, or revokes the key that approved it', async () => {
    const [refused, revoked] = await Promise.all([Device.start(anonymous()), Device.start(anonymous())]);
    const brief = await newOwner();
    await verify(owner.api, { user_code: refused.codes.user_code, decision: 'deny' });
    await verify(brief.api, { user_code: revoked.codes.user_code, decision: 'approve' });
    await keys('revoke', brief.keyId);

    expectOAuthFailure(await refused.poll(), 400, 'access_denied');
    expectOAuthFailure(await revoked.poll(), 400, 'access_denied');
  });
});
