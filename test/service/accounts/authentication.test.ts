import { describe, expect, it } from 'vitest';
import { organizationOf } from '../../../shared/domain/accounts/organization.ts';
import { Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { Device, sendForm } from '../../support/service/device-login.ts';
import { forgedKey, unknownKey } from '../../support/service/forged-key.ts';
import { type Route, routes } from '../../support/service/openapi.ts';
import { anonymous, keys, newOwner, service } from '../../support/service/owners.ts';
import { expectOAuthFailure, expectProblem } from '../../support/service/problems.ts';

const keyed = routes.filter(({ needsKey }) => needsKey);

const owner = await newOwner(['--name', 'authentication tests']);

function call({ method, path }: Route, headers: Record<string, string>) {
  return anonymous().send(method, path.replaceAll(/\{\w+\}/g, 'x'), { headers });
}

describe('authentication', () => {
  it('requires a key on every route except the open ones', async () => {
    const open = routes.filter(({ needsKey, needsSandboxKey }) => !needsKey && !needsSandboxKey);
    expect(open.map(({ path }) => path).toSorted()).toEqual(
      [
        '/alive',
        '/api/options/config',
        // A page, which goes on to the web console with the token of the URL.
        '/api/organizations/members/invite/accept',
        // A git provider signs its pushes with the secret of the prebuild.
        '/api/v1/prebuild-hooks/{prebuild_id}',
        // Takes an access token instead of an API key.
        '/api/v1/webhooks/secrets',
        '/api/shared-conversations',
        '/api/shared-events',
        '/api/shared-events/count',
        '/api/shared-events/search',
        '/api/shared-events/{conversation_id}/{event_id}',
        '/api/shared-files',
        '/api/v1/web-client/config',
        '/docs/migration',
        '/health',
        '/oauth/device/authorize',
        '/oauth/device/token',
        '/oauth/device/verify',
        '/openapi.json',
        '/ready',
        '/saas',
        '/server_info',
      ].toSorted(),
    );
    for (const route of keyed) {
      const answer = await call(route, {});

      expectProblem(answer, 401, 'unauthenticated');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('refuses a well-formed but wrong key on every route', async () => {
    for (const [index, route] of keyed.entries()) {
      const forged = { 'X-Session-API-Key': forgedKey(owner.apiKey) };
      const unknown = { Authorization: `Bearer ${unknownKey()}` };
      // The authorizer reads headers independently of the route, so each route gets only one kind of key.
      expectProblem(await call(route, index % 2 === 0 ? forged : unknown), 401, 'unauthenticated');
    }
  });

  it('refuses a real key that is cut, changed or sent in another header', async () => {
    const { apiKey } = owner;
    const variants: readonly Record<string, string>[] = [
      { 'X-Session-API-Key': apiKey.slice(0, -1) },
      { 'X-Session-API-Key': `${apiKey}x` },
      { 'X-Session-API-Key': apiKey.toLowerCase() },
      { 'X-Session-API-Key': `Bearer ${apiKey}` },
      { Authorization: apiKey },
      { Authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` },
      { 'X-Access-Token': apiKey },
      { Cookie: `session_api_key=${apiKey}` },
    ];
    for (const headers of variants) {
      expectProblem(await anonymous().send('GET', '/api/keys/current', { headers }), 401, 'unauthenticated');
    }
    expectProblem(await anonymous().get('/api/keys/current', { session_api_key: apiKey }), 401, 'unauthenticated');
  });

  it('describes the key of a request, from either header', async () => {
    const described = {
      id: owner.keyId,
      name: 'authentication tests',
      org_id: organizationOf(owner.name),
      bound_org_id: organizationOf(owner.name),
      owner_id: owner.name,
      user_id: owner.name,
      member: null,
      scopes: expect.arrayContaining(['conversations:write', 'keys:read']),
    };

    const [byHeader, byBearer] = [
      await owner.api.get('/api/keys/current'),
      await owner.bearer.get('/api/keys/current'),
    ];

    expect([byHeader.status, byHeader.body]).toEqual([200, { ...described, auth_type: 'api_key' }]);
    expect([byBearer.status, byBearer.body]).toEqual([200, { ...described, auth_type: 'bearer' }]);
  });

  it("refuses a revoked key at once, and keeps accepting the owner's other keys", async () => {
    const second = await newOwner([], owner.name);
    expect((await second.api.get('/api/keys/current')).status).toBe(200);

    await keys('revoke', second.keyId);

    expectProblem(await second.api.get('/api/keys/current'), 401, 'unauthenticated');
    expectProblem(await second.bearer.get('/api/v1/sandboxes/search'), 401, 'unauthenticated');
    expect((await owner.api.get('/api/keys/current')).status).toBe(200);
  });

  it('refuses a session key on the API, and an API key on a sandbox', async () => {
    const { sessionKey, url, sandboxId } = await startConversation(owner.api);
    const asUser = Api.withKey(service().baseUrl, sessionKey);

    expectProblem(await asUser.get('/api/keys/current'), 401, 'unauthenticated');
    expectProblem(await asUser.get(`/api/v1/sandboxes/${sandboxId}`), 401, 'unauthenticated');
    const fromAgent = await fetch(url, { headers: { 'X-Session-API-Key': owner.apiKey } });
    expect(fromAgent.status).toBe(401);
    expect((await fetch(url)).status).toBe(401);
  });
});

describe('a device login', () => {
  const verify = (api: Api, fields: Readonly<Record<string, string>>) =>
    sendForm(api, '/oauth/device/verify-authenticated', fields);

  it('gives a key of the approving owner once', async () => {
    const stranger = await newOwner();
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
      message: 'Device signed in',
      device: {
        program: 'node',
        client_name: null,
        device_name: null,
        address: '127.0.0.1',
        asked_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      scopes: expect.arrayContaining(['conversations:write']),
      key_name: 'node device login',
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { body: key } = await Api.withBearer(service().baseUrl, token).get('/api/keys/current');
    expect(key).toMatchObject({ user_id: owner.name, name: 'node device login' });
    expect(key.id).not.toBe(owner.keyId);
  });

  it('is refused after a denial, and after a revocation of the approving key', async () => {
    const [refused, revoked] = await Promise.all([Device.start(anonymous()), Device.start(anonymous())]);
    const brief = await newOwner();
    await verify(owner.api, { user_code: refused.codes.user_code, decision: 'deny' });
    await verify(brief.api, { user_code: revoked.codes.user_code, decision: 'approve' });
    await keys('revoke', brief.keyId);

    expectOAuthFailure(await refused.poll(), 400, 'access_denied');
    expectOAuthFailure(await revoked.poll(), 400, 'access_denied');
  });
});
