import { describe, expect, it } from 'vitest';
import { authorizeDevice } from '../../../../functions/accounts/authorize-device.ts';
import { defaultScopes } from '../../../../shared/contract/shapes/scopes.ts';
import { deviceScene, later, publicBaseUrl, start } from '../../../support/accounts/device/device-scene.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const { approver, authorize, codes, decide, keys, look, poll, windows } = deviceScene(tables);

const DAY = 24 * 3600;
const read = 'conversations:read usage:read';
const of = (owner: string, scopes: readonly string[], expiresAt: Date | null = null) =>
  approver(owner, expiresAt, { scopes: scopes as typeof defaultScopes });

/** The record of the key that a device gets. */
async function keyOf(device: string, at = later(1)) {
  const { body } = await poll(device, at);
  return { answer: body, record: await keys.find(String(body.access_token).split('_')[1] ?? '') };
}

describe('a device that asks', () => {
  it('shows who asks, when and from where, before anything is approved', async () => {
    const { device, user } = await authorize({ scope: `${read} openid`, client_name: 'acs', device_name: 'build-7' });
    const ann = await of(anOwner(), ['keys:write', 'usage:read']);

    const { status, body } = await look(ann, user.toLowerCase(), later(3));

    expect(status).toBe(200);
    expect(body).toEqual({
      device: {
        client_name: 'acs',
        device_name: 'build-7',
        program: null,
        address: '203.0.113.7',
        asked_at: start.toISOString(),
      },
      expires_at: later(600).toISOString(),
      requested_scopes: ['conversations:read', 'usage:read'],
      scopes: ['usage:read'],
      key_name: 'acs on build-7',
      key_expires_at: later(3 + 90 * DAY).toISOString(),
    });
    expect((await poll(device, later(4))).body.error).toBe('authorization_pending');
  });

  it('gets the scopes that it asked for and the approving key has, and a key named after it', async () => {
    const { device, user } = await authorize({ scope: read, client_name: 'acs', device_name: 'build-7' });
    await decide(await of(anOwner(), ['keys:write', 'usage:read']), user);

    const { answer, record } = await keyOf(device);

    expect(answer.scope).toBe('usage:read');
    expect(record).toMatchObject({ name: 'acs on build-7', scopes: ['usage:read'] });
  });

  it('gets no key that makes keys if it asks for no scopes, as other programs do', async () => {
    const { device, user } = await authorize();
    await decide(await of(anOwner(), ['admin']), user);

    const { record } = await keyOf(device);

    expect(record?.scopes).toEqual(defaultScopes.filter((scope) => scope !== 'keys:write'));
    expect(record?.name).toBe('device login');
  });

  it.each([
    ['control characters in its name', { client_name: 'acs\n\u001b[31m' }],
    ['a name that turns the direction of text', { device_name: 'moc.live\u202e' }],
    ['a long name', { device_name: 'x'.repeat(101) }],
    ['an endless list of scopes', { scope: 'x '.repeat(501) }],
  ])('is refused with %s', async (_, body) => {
    const answer = await invoke(authorizeDevice, { codes, windows, publicBaseUrl, now: () => start }, { body });

    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });

  it('is sent to the console of the stage, whatever address it names', async () => {
    const { body } = await invoke(
      authorizeDevice,
      { codes, windows, publicBaseUrl, now: () => start },
      { stageVariables: { consoleUrl: 'https://console.example.com' }, headers: { Host: 'evil.example' } },
    );

    expect(body.verification_uri).toBe('https://console.example.com/device');
    expect(body.verification_uri_complete).toBe(`https://console.example.com/device?user_code=${body.user_code}`);
  });
});

describe('an approval', () => {
  it('chooses scopes, name and end', async () => {
    const { device, user } = await authorize({ scope: read });
    const choice = {
      scope: 'sandboxes:read usage:read',
      key_name: 'My laptop',
      expires_at: later(7 * DAY).toISOString(),
    };

    const { status, body } = await decide(await of(anOwner(), ['admin']), user, 'approve', start, choice);
    const { answer, record } = await keyOf(device);

    expect([status, body.scopes, body.key_name, body.expires_at]).toEqual([
      200,
      ['sandboxes:read', 'usage:read'],
      'My laptop',
      choice.expires_at,
    ]);
    expect(answer.expires_in).toBe(7 * DAY - 1);
    expect(record).toMatchObject({ name: 'My laptop', scopes: ['sandboxes:read', 'usage:read'] });
  });

  it('gives a key that ends no later than the approving key', async () => {
    const { device, user } = await authorize({ scope: 'usage:read' });
    const ann = await of(anOwner(), ['keys:write', 'usage:read'], later(3600));

    const { body } = await decide(ann, user, 'approve', start, { expires_at: later(DAY).toISOString() });

    expect(body.expires_at).toBe(later(3600).toISOString());
    expect((await keyOf(device)).answer.expires_in).toBe(3599);
  });

  it.each([
    ['a scope that the approving key lacks', { scope: 'usage:read settings:read' }, 403, 'insufficient_scope'],
    ['admin', { scope: 'admin' }, 403, 'insufficient_scope'],
    ['an unknown scope', { scope: 'usage:read everything' }, 422, 'validation_failed'],
    ['no scope', { scope: ' ' }, 422, 'validation_failed'],
    ['a past end', { expires_at: later(-1).toISOString() }, 422, 'validation_failed'],
    ['an empty name', { key_name: ' ' }, 422, 'validation_failed'],
  ])('with %s approves nothing', async (_, choice, status, code) => {
    const { device, user } = await authorize({ scope: 'usage:read' });
    const ann = await of(anOwner(), ['keys:write', 'usage:read']);

    const answer = await decide(ann, user, 'approve', start, choice);

    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await poll(device, later(1))).body.error).toBe('authorization_pending');
  });

  it('is refused if the key has none of the scopes that the program asks for', async () => {
    const { user } = await authorize({ scope: 'settings:read' });
    const ann = await of(anOwner(), ['keys:write']);

    expect((await decide(ann, user)).status).toBe(403);
    expect((await decide(ann, user, 'approve', start, { scope: 'keys:write' })).status).toBe(200);
  });

  it('can be looked at neither after the decision nor after the end of the code', async () => {
    const [first, second] = [await authorize(), await authorize()];
    const ann = await approver();
    await decide(ann, first.user, 'deny');

    expect((await look(ann, first.user)).status).toBe(409);
    expect((await look(ann, second.user, later(600))).status).toBe(404);
  });

  it('by a key that is revoked meanwhile is refused', async () => {
    const { user } = await authorize();
    const ann = await approver();
    await keys.revoke(ann.keyId, start);

    expect((await decide(ann, user, 'approve', later(1))).status).toBe(401);
  });
});
