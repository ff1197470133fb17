import { writeFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LocalProvider } from '../../../../../infra/local/people/local-provider.ts';
import { LOCAL_CLIENT, localPeople } from '../../../../../infra/local/people/people.ts';
import { Browser, postForm, type SignIn, tokensOf } from '../../../../support/accounts/people/browser.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const clientId = LOCAL_CLIENT;

describe('local identity provider', () => {
  const running = new Set<LocalProvider>();
  const log = vi.fn();
  const inFolder = folderOfTest();
  const folder = () => inFolder('people');

  const start = async (port = 0): Promise<LocalProvider> => {
    const provider = await LocalProvider.start({ port, folder: folder(), log });
    running.add(provider);
    return provider;
  };
  const stop = async (provider: LocalProvider): Promise<void> => {
    running.delete(provider);
    await provider.stop();
  };
  const refresh = (issuer: string, token = '') =>
    postForm(`${issuer}/token`, { grant_type: 'refresh_token', refresh_token: token, client_id: clientId });
  const claimsOf = async (issuer: string, token: string) => {
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), { cooldownDuration: 0 });
    return (await jwtVerify(token, keys, { issuer, audience: clientId })).payload;
  };

  afterEach(async () => {
    await Promise.all([...running].map(stop));
    expect(log.mock.calls.filter(([level]) => level === 'error')).toEqual([]);
    log.mockClear();
  });

  it('signs in the three people with a code and PKCE, and prints nothing', async () => {
    const said = (['log', 'info', 'warn'] as const).map((method) => vi.spyOn(console, method));
    const { issuer } = await start();

    for (const { sub, name, email, groups } of localPeople) {
      const { id_token } = await new Browser().signIn({ person: sub }, { issuer, clientId });
      const claims = await claimsOf(issuer, id_token);
      expect(claims).toMatchObject({ sub, name, email, email_verified: true, groups });
      expect(claims.picture).toMatch(/^data:image\/svg\+xml;base64,/);
    }
    expect(said.flatMap((spy) => spy.mock.calls)).toEqual([]);
    for (const spy of said) spy.mockRestore();
  });

  it('signs in anyone by a mail address, with the groups that they name', async () => {
    const { issuer } = await start();
    const browser = new Browser();

    const { id_token } = await browser.signIn(
      { email: 'Joan@Elsewhere.example', groups: 'acs-operators, other' },
      { issuer, clientId },
    );
    expect(await claimsOf(issuer, id_token)).toMatchObject({
      sub: 'joan@elsewhere.example',
      email: 'joan@elsewhere.example',
      groups: ['acs-operators', 'other'],
    });
    const ada = await new Browser().signIn({ email: 'ada@acme.example' }, { issuer, clientId });
    expect(await claimsOf(issuer, ada.id_token)).toMatchObject({ sub: 'ada', groups: ['acs-admins'] });
  });

  it.each([[{ email: 'no address' }], [{ email: 'a@b.example', groups: '<script>' }], [{ person: 'nobody' }]])(
    'asks again for %j',
    async (choice) => {
      const { issuer } = await start();

      const refused = new Browser().signIn(choice, { issuer, clientId });
      await expect(refused).rejects.toThrow('400: <!doctype html>');
      await expect(refused).rejects.toThrow('Enter a valid mail address, and group names separated by spaces.');
    },
  );

  it.each(['http://localhost:28631/callback', 'http://127.0.0.1:45678/callback', 'http://[::1]:5173/sign-in'])(
    'sends browsers back to this machine, at any port: %s',
    async (redirectUri) => {
      const { issuer } = await start();

      const tokens = await new Browser().signIn({ person: 'ada' }, { issuer, clientId, redirectUri });
      expect(await claimsOf(issuer, tokens.id_token)).toMatchObject({ sub: 'ada' });
    },
  );

  it.each<[string, Partial<SignIn>]>([
    ['another machine', { redirectUri: 'http://192.0.2.1:3002/sign-in' }],
    ['another page', { redirectUri: 'http://127.0.0.1:3002/elsewhere' }],
    ['another client', { clientId: 'other' }],
    ['no PKCE', { parameters: { code_challenge: '' } }],
    ['a plain challenge', { parameters: { code_challenge_method: 'plain' } }],
    ['a token without a code', { parameters: { response_type: 'token' } }],
  ])('refuses to sign in for %s', async (_, options) => {
    const { issuer } = await start();

    await expect(new Browser().signIn({ person: 'ada' }, { issuer, clientId, ...options })).rejects.toThrow();
  });

  it('remembers who signed in, and forgets after a sign-out', async () => {
    const { issuer } = await start();
    const browser = new Browser();
    const { id_token, refresh_token } = await browser.signIn({ person: 'grace' }, { issuer, clientId });

    const again = await browser.signIn({ person: 'linus' }, { issuer, clientId });
    expect(await claimsOf(issuer, again.id_token)).toMatchObject({ sub: 'grace' });

    const leave = new URLSearchParams({
      id_token_hint: id_token,
      post_logout_redirect_uri: 'http://127.0.0.1:3002/sign-in',
    });
    const asked = await (await browser.request(`${issuer}/session/end?${leave}`)).text();
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(asked) ?? [];
    const left = await browser.request(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    expect(left.headers.get('location')).toBe('http://127.0.0.1:3002/sign-in');
    expect((await refresh(issuer, refresh_token)).status).toBe(400);
    const other = await browser.signIn({ person: 'linus' }, { issuer, clientId });
    expect(await claimsOf(issuer, other.id_token)).toMatchObject({ sub: 'linus' });
  });

  it('gives new tokens for a refresh token, once', async () => {
    const { issuer } = await start();
    const { refresh_token } = await new Browser().signIn({ person: 'ada' }, { issuer, clientId });

    const fresh = await tokensOf(await refresh(issuer, refresh_token));
    expect(await claimsOf(issuer, fresh.id_token)).toMatchObject({ sub: 'ada', groups: ['acs-admins'] });
    expect((await refresh(issuer, refresh_token)).status).toBe(400);
  });

  it('signs in a program by a device code', async () => {
    const { issuer } = await start();
    const response = await postForm(`${issuer}/device/auth`, { client_id: clientId, scope: 'openid email' });
    const asked = (await response.json()) as Record<string, string>;
    const browser = new Browser();

    const shown = await (await browser.request(asked.verification_uri_complete ?? '')).text();
    expect(shown).toContain(asked.user_code);
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(shown) ?? [];
    const confirmed = await browser.request(`${issuer}/device`, {
      xsrf,
      user_code: asked.user_code ?? '',
      confirm: 'yes',
    });
    const end = browser.follow(new URL(confirmed.headers.get('location') ?? '', issuer).href, { person: 'ada' });
    await expect(end).rejects.toThrow('You can close this page. The program continues by itself.');
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const form = { grant_type, device_code: asked.device_code ?? '', client_id: clientId };
    const { id_token } = await tokensOf(await postForm(`${issuer}/token`, form));
    expect(await claimsOf(issuer, id_token)).toMatchObject({ sub: 'ada' });
  });

  it('keeps keys and sessions over a restart, at the same port', async () => {
    const first = await start();
    const { issuer } = first;
    const browser = new Browser();
    const { id_token, refresh_token } = await browser.signIn({ email: 'joan@acme.example' }, { issuer, clientId });
    await stop(first);

    await start(Number(new URL(issuer).port));
    expect(await claimsOf(issuer, id_token)).toMatchObject({ sub: 'joan@acme.example' });
    const fresh = await tokensOf(await refresh(issuer, refresh_token));
    expect(await claimsOf(issuer, fresh.id_token)).toMatchObject({ name: 'joan' });
    const again = await browser.signIn({ person: 'ada' }, { issuer, clientId });
    expect(await claimsOf(issuer, again.id_token)).toMatchObject({ sub: 'joan@acme.example' });
  });

  it('lets people sign in again when the state was damaged', async () => {
    const first = await start();
    const { issuer } = first;
    const browser = new Browser();
    await browser.signIn({ person: 'ada' }, { issuer, clientId });
    await stop(first);
    for (const file of ['keys.json', 'sessions.json']) await writeFile(inFolder('people', file), '{"signing": [');

    await start(Number(new URL(issuer).port));
    const { id_token } = await browser.signIn({ person: 'linus' }, { issuer, clientId });
    expect(await claimsOf(issuer, id_token)).toMatchObject({ sub: 'linus' });
  });

  it('rotates its keys, and publishes the earlier ones as long as it is asked to', async () => {
    const provider = await start();
    const { issuer } = provider;
    const browser = new Browser();
    const { id_token: earlier } = await browser.signIn({ person: 'ada' }, { issuer, clientId });

    await provider.rotateKeys({ publishEarlier: true });
    const { id_token: later } = await browser.signIn({ person: 'ada' }, { issuer, clientId });
    for (const token of [earlier, later]) expect(await claimsOf(issuer, token)).toMatchObject({ sub: 'ada' });
    await provider.rotateKeys({ publishEarlier: false });
    for (const token of [earlier, later]) await expect(claimsOf(issuer, token)).rejects.toThrow('no applicable key');
  });

  it('answers only under a name of this machine, and pages of this machine only', async () => {
    const { issuer } = await start();
    const { hostname, port } = new URL(issuer);
    const statusFor = (host: string) =>
      new Promise((resolve) => {
        send({ hostname, port, path: '/jwks', headers: { host } }, (answer) =>
          resolve(answer.resume().statusCode),
        ).end();
      });
    const allowedFor = async (origin: string) => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId });
      const answer = await fetch(`${issuer}/token`, { method: 'POST', body, headers: { origin } });
      return answer.headers.get('access-control-allow-origin');
    };

    expect([await statusFor(`localhost:${port}`), await statusFor(`rebound.example:${port}`)]).toEqual([200, 403]);
    expect(await allowedFor('http://127.0.0.1:3002')).toBe('http://127.0.0.1:3002');
    expect(await allowedFor('https://page.example')).toBeNull();
    expect(await allowedFor('http://localhost.example')).toBeNull();
  });

  it('tells a browser whose sign-in is over how to go on', async () => {
    const { issuer } = await start();

    const answer = await fetch(`${issuer}/interaction/unknown`);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'This sign-in is complete or has expired. Return to the console and sign in again.\n',
    ]);
  });

  it('is refused a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };

    await expect(LocalProvider.start({ port, folder: folder(), log })).rejects.toThrow('already in use');
    server.close();
  });
});
