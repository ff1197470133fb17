import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getWebhookSecret } from '../../../../functions/agents/get-webhook-secret.ts';
import { addGitProviders } from '../../../../functions/settings/add-git-providers.ts';
import { withGitAccess } from '../../../../shared/domain/conversations/start/saga/git-access.ts';
import { remoteOf } from '../../../../shared/domain/conversations/start/workspace/remote.ts';
import { AppTokens } from '../../../../shared/domain/git/apps/app-tokens.ts';
import { boundedFetch } from '../../../../shared/platform/outbound/bounded-fetch.ts';
import { resolveBySystem } from '../../../../shared/platform/outbound/target.ts';
import { anAppKey, startGitHubApp } from '../../../support/git/github-app-server.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const key = anAppKey();
let clock = () => new Date();
const server = await startGitHubApp({
  appId: '123',
  publicKey: key.public,
  installed: { 'acme/site': 11 },
  now: () => clock(),
});
afterAll(() => server.close());

const limits = { timeout: 1_000, totalTimeout: 2_000, maxRequests: 8, maxBytes: 500_000 };

/** An owner with an App and a running sandbox, whose start knows its repository. */
async function aScene(owner = 'ann') {
  const sandbox = aRunningSandbox({ owner_id: owner });
  const scene = settingsScene({ sandboxes: [sandbox] });
  clock = scene.now;
  const deps = {
    ...scene,
    bases: {},
    gitBases: {},
    publicBaseUrl: 'https://api.example.com',
    appTokens: new AppTokens({
      vault: scene.vault,
      bases: {},
      fetchOfRequest: () => boundedFetch({ resolve: resolveBySystem, loopback: true }, limits),
      now: scene.now,
    }),
  };
  const save = (body: object) => invoke(addGitProviders, scene, { body, caller: { ownerId: owner } });
  await save({ github_app: { app_id: '123', private_key: key.pkcs1, host: server.host } });
  return {
    ...scene,
    sandbox,
    save,
    start: async (selected_repository: string | null, git_provider: 'github' | 'gitlab' | null = null) =>
      withGitAccess(await scene.reader.forStart(owner), sandbox, { selected_repository, git_provider }, deps),
    ask: (token = '') => invoke(getWebhookSecret, deps, { headers: { 'X-Access-Token': token } }),
  };
}

beforeEach(() => {
  server.state = 'fine';
  server.trouble = () => undefined;
  server.made.length = 0;
});

const base = server.url;

describe('start with a GitHub App', () => {
  it('clones with a token for its repository, and gives the sandbox a key to ask for later ones', async () => {
    const scene = await aScene();

    const settings = await scene.start('acme/site');

    const [made] = server.made;
    const remote = remoteOf('acme/site', 'github', settings, {});
    expect(remote).toMatchObject({ url: `${base}/acme/site.git`, problem: null });
    expect(remote?.credential).toContain(`x-access-token:${made?.token}@`);
    const { access } = settings.repositoryAccess ?? {};
    expect(access?.url).toBe('https://api.example.com/api/v1/webhooks/secrets');
    expect(settings.gitTokens.get('github')?.access).toEqual(access);
    expect((await scene.ask(access?.token)).text).toBe(made?.token);
  });

  it('gets another token once the first one is about to expire', async () => {
    const scene = await aScene();
    const { repositoryAccess } = await scene.start('acme/site');
    const token = repositoryAccess?.access?.token;

    scene.clock.advance(50 * 60);

    expect((await scene.ask(token)).text).toBe(server.made[1]?.token);
    expect(server.made).toHaveLength(2);
  });

  it('does not fail without an installation, but says in a failed clone where to install the App', async () => {
    const scene = await aScene();

    const settings = await scene.start('acme/other');

    const remote = remoteOf('acme/other', 'github', settings, {});
    expect(remote).toMatchObject({ url: `${base}/acme/other.git`, credential: null });
    expect(remote?.problem).toContain(`Install it at ${base}/github-apps/octoapp/installations/new`);
    const { status, body } = await scene.ask(settings.repositoryAccess?.access?.token);
    expect([status, body.code, body.detail]).toEqual([409, 'git_scope_missing', remote?.problem]);
  });

  it('uses the stored token where the App is not installed', async () => {
    const scene = await aScene();
    await scene.save({ provider_tokens: { github: { token: 'ghp_own', host: server.host } } });

    const settings = await scene.start('acme/other');

    expect(remoteOf('acme/other', 'github', settings, {})?.credential).toContain(':ghp_own@');
    expect((await scene.ask(settings.repositoryAccess?.access?.token)).text).toBe('ghp_own');
  });

  it('asks for nothing without a repository, or for one of another provider', async () => {
    const scene = await aScene();
    await scene.save({ provider_tokens: { gitlab: { token: 'glpat' } } });

    expect((await scene.start(null)).repositoryAccess).toBeUndefined();
    const { gitTokens, repositoryAccess } = await scene.start('acme/site', 'gitlab');
    expect([...gitTokens.keys()]).toEqual(['gitlab']);
    expect(repositoryAccess?.provider).toBe('gitlab');
    expect(server.made).toEqual([]);
  });

  it('gives no access where the agent gets no token of the provider', async () => {
    const scene = await aScene();
    const settings = await scene.start('acme/site');
    const limited = { ...(await scene.reader.forStart('ann')), secretNames: ['OTHER'] };

    expect(settings.repositoryAccess?.access).toBeDefined();
    const wanted = { selected_repository: 'acme/site', git_provider: null } as const;
    const { repositoryAccess } = await withGitAccess(limited, scene.sandbox, wanted, {
      keys: scene.keys,
      gitBases: {},
      publicBaseUrl: 'https://api.example.com',
      appTokens: { forRepository: async () => ({ token: 'x', expiresAt: new Date() }) },
    });
    expect(repositoryAccess?.access).toBeUndefined();
  });
});

describe('key of a sandbox for git', () => {
  it('opens nothing after the App has moved to another server, or is gone', async () => {
    const scene = await aScene();
    const token = (await scene.start('acme/site')).repositoryAccess?.access?.token;
    await scene.save({ github_app: { app_id: '123', private_key: key.pkcs1, host: 'evil.example' } });
    expect((await scene.ask(token)).body.code).toBe('git_token_required');
    await scene.save({ provider_tokens: { github: { token: 'ghp_own', host: 'evil.example' } } });
    expect((await scene.ask(token)).body).toMatchObject({
      code: 'git_token_required',
      detail: `The stored token is for another server than ${server.host}.`,
    });
    await scene.save({ github_app: null, provider_tokens: {} });
    expect((await scene.ask(token)).status).toBe(409);
  });

  it('opens nothing while its sandbox does not run, or is another one', async () => {
    const scene = await aScene();
    const token = (await scene.start('acme/site')).repositoryAccess?.access?.token;
    const name = `ann/${scene.sandbox.sandbox_id}`;

    for (const other of [
      { ...scene.sandbox, phase: 'PAUSED', desired: 'PAUSED' },
      { ...scene.sandbox, created_at: '2027-01-01T00:00:00.000Z' },
    ] as const) {
      scene.sandboxes.rows.set(name, other);
      expect((await scene.ask(token)).status).toBe(401);
    }
    // A fork has a copy of the file, and another sandbox.
    scene.sandboxes.rows.delete(name);
    scene.sandboxes.rows.set('ann/fork', { ...scene.sandbox, sandbox_id: 'fork' });
    expect((await scene.ask(token)).status).toBe(401);
  });

  it('passes on why GitHub gives no token, without the key', async () => {
    const scene = await aScene();
    const token = (await scene.start('acme/site')).repositoryAccess?.access?.token;
    scene.clock.advance(3_600);
    server.state = 'suspended';

    const { status, body } = await scene.ask(token);

    expect([status, body.code]).toEqual([409, 'git_scope_missing']);
    expect(body.detail).toContain('Unsuspend it');
  });
});
