import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AppTokens } from '../../../../shared/domain/git/apps/app-tokens.ts';
import type { GitHubApp } from '../../../../shared/domain/settings/secrets/secret-store.ts';
import { boundedFetch } from '../../../../shared/platform/outbound/bounded-fetch.ts';
import { resolveBySystem } from '../../../../shared/platform/outbound/target.ts';
import type { Sealed } from '../../../../shared/platform/vault.ts';
import { anAppKey, startGitHubApp } from '../../../support/git/github-app-server.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';

const key = anAppKey();
const clock = new SettableClock();
/** How far the clock of GitHub is ahead of ours, in milliseconds. */
let ahead = 0;
const installed = { 'acme/site': 11, 'acme/api': 11, 'other/lib': 12 };
const server = await startGitHubApp({
  appId: '123',
  publicKey: key.public,
  installed,
  now: () => new Date(clock.now().getTime() + ahead),
});
afterAll(() => server.close());

beforeEach(() => {
  ahead = 0;
  server.state = 'fine';
  server.trouble = () => undefined;
  server.asked.length = 0;
  server.made.length = 0;
});

const limits = { timeout: 1_000, totalTimeout: 2_000, maxRequests: 8, maxBytes: 500_000 };
const anApp = (changes: Partial<GitHubApp> = {}): GitHubApp => ({
  owner_id: 'ann',
  app_id: '123',
  installation_id: null,
  host: server.host,
  sealed: {} as Sealed,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});
const tokensWith = (privateKey = key.pkcs8) =>
  new AppTokens({
    vault: { open: async () => privateKey },
    bases: {},
    fetchOfRequest: () => boundedFetch({ resolve: resolveBySystem, loopback: true }, limits),
    now: clock.now,
  });
const failureOf = (app: GitHubApp, repository = 'acme/site', tokens = tokensWith()) =>
  tokens.forRepository(app, repository).then(
    () => 'no failure',
    (error: Error) => error,
  );

describe('token of a GitHub App', () => {
  it('is for one repository, with the least rights, and lasts for an hour', async () => {
    const { token, expiresAt } = await tokensWith().forRepository(anApp(), 'acme/site');

    expect(server.made).toEqual([
      {
        token,
        installation: '11',
        asked: {
          repositories: ['site'],
          permissions: { contents: 'write', pull_requests: 'write', metadata: 'read' },
        },
      },
    ]);
    expect(expiresAt.getTime() - clock.now().getTime()).toBeGreaterThan(59 * 60_000);
  });

  it('is of the named installation, without a look-up', async () => {
    await tokensWith().forRepository(anApp({ installation_id: '12' }), 'other/lib');

    expect(server.asked.map(({ path }) => path)).toEqual(['/api/v3/app/installations/12/access_tokens']);
  });

  it('is given out again while it lasts, to the same owner, App and repository', async () => {
    const tokens = tokensWith();
    const first = await tokens.forRepository(anApp(), 'acme/site');

    clock.advance(39 * 60);
    expect(await tokens.forRepository(anApp(), 'Acme/Site')).toBe(first);
    for (const other of [anApp({ owner_id: 'bob' }), anApp({ version: 2 })])
      expect((await tokens.forRepository(other, 'acme/site')).token).not.toBe(first.token);
    expect((await tokens.forRepository(anApp(), 'acme/api')).token).not.toBe(first.token);

    clock.advance(2 * 60);
    expect((await tokens.forRepository(anApp(), 'acme/site')).token).not.toBe(first.token);
  });

  it.each([
    ['ahead', -5 * 60_000],
    ['behind', 5 * 60_000],
  ])('is made by GitHub’s clock when that of this machine is %s', async (_, difference) => {
    ahead = difference;

    await tokensWith().forRepository(anApp(), 'acme/site');

    expect(server.made).toHaveLength(1);
  });

  it('is made at once when the clocks differ by less than a minute', async () => {
    ahead = -50_000;

    await tokensWith().forRepository(anApp(), 'acme/site');

    expect(server.asked).toHaveLength(2);
  });
});

describe('failure of a GitHub App', () => {
  it('says where to install it', async () => {
    expect(await failureOf(anApp(), 'acme/private')).toMatchObject({
      code: 'git_scope_missing',
      message: `Your GitHub App 123 is not installed for the repository acme/private. Install it at ${server.url}/github-apps/octoapp/installations/new, or add the repository to its installation.`,
    });
  });

  it('says that the key or the App ID is wrong', async () => {
    const wrongKey = await failureOf(anApp(), 'acme/site', tokensWith(anAppKey().pkcs8));
    const wrongApp = await failureOf(anApp({ app_id: '124' }));

    for (const error of [wrongKey, wrongApp])
      expect(error).toMatchObject({ code: 'git_token_refused', message: expect.stringContaining('private key') });
    // Without a difference of the clocks there is no second attempt.
    expect(server.asked).toHaveLength(2);
  });

  it('says what the App or its installation lacks', async () => {
    server.state = 'suspended';
    expect(await failureOf(anApp())).toMatchObject({ message: expect.stringContaining('Unsuspend it') });
    server.state = 'ungranted';
    expect(await failureOf(anApp())).toMatchObject({ message: expect.stringContaining('Contents and Pull requests') });
    server.state = 'fine';
    const elsewhere = await failureOf(anApp({ installation_id: '12' }));
    expect(elsewhere).toMatchObject({ message: expect.stringContaining('cannot access the repository acme/site') });
  });

  it('passes on how long to wait', async () => {
    server.trouble = () => ({ status: 403, headers: { 'x-ratelimit-remaining': '0', 'retry-after': '30' }, body: {} });

    expect(await failureOf(anApp())).toMatchObject({ code: 'git_rate_limited', retryAfterSeconds: 30 });
  });

  it.each([
    ['silence', 'git_timed_out'],
    ['hang up', 'git_provider_failed'],
    [{ status: 500, body: 'no' }, 'git_provider_failed'],
    [{ body: 'not JSON' }, 'git_provider_failed'],
  ] as const)('is reported for %j, and not remembered', async (trouble, code) => {
    const tokens = tokensWith();
    server.trouble = () => trouble;
    expect(await failureOf(anApp(), 'acme/site', tokens)).toMatchObject({ code });

    server.trouble = () => undefined;
    expect((await tokens.forRepository(anApp(), 'acme/site')).token).toMatch(/^ghs_/);
  });

  it('never shows the key, or what GitHub repeats of it', async () => {
    server.trouble = ({ headers }) => ({ status: 422, body: { message: `repositories ${headers.authorization}` } });

    const error = await failureOf(anApp());

    expect(JSON.stringify([error, String(error)])).not.toMatch(/Bearer|eyJ|PRIVATE/);
  });
});
