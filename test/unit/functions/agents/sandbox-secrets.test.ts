import { describe, expect, it } from 'vitest';
import { getSandboxSecret } from '../../../../functions/agents/get-sandbox-secret.ts';
import { getWebhookSecret } from '../../../../functions/agents/get-webhook-secret.ts';
import { listSandboxSecrets } from '../../../../functions/agents/list-sandbox-secrets.ts';
import { addGitProviders } from '../../../../functions/settings/add-git-providers.ts';
import { createSecret } from '../../../../functions/settings/create-secret.ts';
import { removeGitProviders } from '../../../../functions/settings/remove-git-providers.ts';
import { issueAccessToken } from '../../../../shared/domain/sandboxes/agent/access-tokens.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { noApps } from '../../../support/conversations/start/start-services.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const bases = { github: 'https://github.com', gitlab: 'https://git.example.com', forgejo: 'https://codeberg.org' };

async function sandboxScene(overrides: Partial<Sandbox> = {}) {
  const sandbox = aRunningSandbox(overrides);
  const scene = settingsScene({ sandboxes: [sandbox] });
  await invoke(createSecret, scene, { body: { name: 'TOKEN', value: 'ä value\n', description: 'what for' } });
  await invoke(addGitProviders, scene, {
    body: {
      provider_tokens: { github: { token: 'gh-token' }, gitlab: { token: 'gl-token', host: 'git.example.com' } },
    },
  });
  const headers = async (key?: string) => ({ 'X-Session-API-Key': key ?? (await scene.keys.sessionKey(sandbox)) });
  return {
    ...scene,
    sandbox,
    list: async (id = sandbox.sandbox_id, key?: string) =>
      invoke(listSandboxSecrets, scene, { params: { sandbox_id: id }, headers: await headers(key) }),
    get: async (name: string, id = sandbox.sandbox_id, key?: string) =>
      invoke(getSandboxSecret, scene, { params: { sandbox_id: id, secret_name: name }, headers: await headers(key) }),
    token: (provider: keyof typeof bases = 'github', repository: string | null = null) =>
      issueAccessToken(sandbox, { provider, base: bases[provider], repository }, scene.keys),
    fetch: (token: string) =>
      invoke(getWebhookSecret, { ...scene, bases: {}, ...noApps }, { headers: { 'X-Access-Token': token } }),
  };
}

describe('secrets of a sandbox', () => {
  it("are listed by name: the owner's own and git provider tokens", async () => {
    const { list } = await sandboxScene();

    expect((await list()).body).toEqual({
      secrets: [
        { name: 'TOKEN', description: 'what for' },
        { name: 'GITHUB_TOKEN', description: 'Token for github' },
        { name: 'GITLAB_TOKEN', description: 'Token for git.example.com' },
      ],
    });
  });

  it('are read one by one as text', async () => {
    const { get } = await sandboxScene();

    const { status, headers, text } = await get('TOKEN');

    expect([status, headers['Content-Type'], text]).toEqual([200, 'text/plain', 'ä value']);
    expect(headers['Cache-Control']).toBe('no-store');
    expect((await get('GITHUB_TOKEN')).text).toBe('gh-token');
    expect((await get('gitlab_token')).text).toBe('gl-token');
    for (const unknown of ['OTHER', 'token', 'BITBUCKET_TOKEN', '#custom', 'git/github'])
      expect((await get(unknown)).status, unknown).toBe(404);
  });

  it("prefer the owner's own secret to a provider token of the same name", async () => {
    const scene = await sandboxScene();
    await invoke(createSecret, scene, { body: { name: 'GITHUB_TOKEN', value: 'own' } });

    expect((await scene.get('GITHUB_TOKEN')).text).toBe('own');
    const names = (await scene.list()).body.secrets.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['GITHUB_TOKEN', 'TOKEN', 'GITLAB_TOKEN']);
  });

  it.each<[string, Partial<Sandbox>]>([
    ['starts', { phase: 'BOOTING' }],
    ['is to pause', { desired: 'PAUSED' }],
    ['stops', { phase: 'STOPPING', desired: 'PAUSED' }],
    ['is paused', { phase: 'PAUSED', desired: 'PAUSED' }],
    ['is deleted', { desired: 'DELETED' }],
  ])('are refused while it %s', async (_, overrides) => {
    const { list, get, token, fetch } = await sandboxScene(overrides);

    const answers = [await list(), await get('TOKEN'), await fetch(await token())];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('are refused to any other key, and to the key of another sandbox', async () => {
    const { list, get, sandbox, keys } = await sandboxScene();
    const key = await keys.sessionKey(sandbox);
    const old = await keys.sessionKey({ ...sandbox, session_revision: 9 });
    const wrong = ['', 'x', `${key}x`, key.slice(0, -1), old, await keys.deliveryKey(sandbox), 'acs_000000000000_0'];

    for (const other of wrong) {
      expect((await list(sandbox.sandbox_id, other)).status, other).toBe(401);
      expect((await get('TOKEN', sandbox.sandbox_id, other)).status, other).toBe(401);
    }
    expect((await list('another')).status).toBe(403);
    expect((await get('TOKEN', 'another')).status).toBe(403);
    expect((await get('UNKNOWN', 'another')).body.detail).toBe((await get('TOKEN', 'another')).body.detail);
  });

  it("belong to the sandbox's owner, even when another owner has a sandbox of the same id", async () => {
    const { sandbox_id, created_at } = aRunningSandbox();
    const scene = await sandboxScene({ sandbox_id, created_at });
    const { session_key_hash: _theirs, ...fields } = scene.sandbox;
    const twin = aRunningSandbox({ ...fields, owner_id: 'bob' });
    scene.sandboxes.rows.set(`bob/${sandbox_id}`, twin);

    const key = await scene.keys.sessionKey(twin);

    expect((await scene.list(sandbox_id, key)).body).toEqual({ secrets: [] });
    expect((await scene.get('TOKEN', sandbox_id, key)).status).toBe(404);
  });
});

describe('access token of a sandbox', () => {
  it('fetches the current git token', async () => {
    const scene = await sandboxScene();
    const token = await scene.token('gitlab');

    const { status, headers, text } = await scene.fetch(token);

    expect([status, headers['Content-Type'], text]).toEqual([200, 'text/plain', 'gl-token']);
    const moved = { gitlab: { token: 'newer', host: 'git.example.com' } };
    await invoke(addGitProviders, scene, { body: { provider_tokens: moved } });
    expect((await scene.fetch(token)).text).toBe('newer');
    expect((await scene.fetch(await scene.token('forgejo'))).status).toBe(404);
    await invoke(removeGitProviders, scene);
    expect((await scene.fetch(token)).status).toBe(404);
  });

  it('survives pauses, for as long as its sandbox exists', async () => {
    const scene = await sandboxScene();
    const token = await scene.token();
    scene.sandboxes.rows.set(`ann/${scene.sandbox.sandbox_id}`, {
      ...scene.sandbox,
      generation: 2,
      wanted_generation: 2,
    });
    expect((await scene.fetch(token)).status).toBe(200);

    scene.clock.advance(365 * 24 * 60 * 60);
    expect((await scene.fetch(token)).status).toBe(200);
  });

  it('is signed, so that no part can be changed', async () => {
    const scene = await sandboxScene();
    const token = await scene.token();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const sessionKey = await scene.keys.sessionKey(scene.sandbox);

    const forged = [
      '',
      'x',
      'a.b.c',
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature}.x`,
      `${encoded({ alg: 'none' })}.${payload}.`,
      `${encoded({ alg: 'none' })}.${payload}.${signature}`,
      `${header}.${encoded({ ...claims, provider_type: 'gitlab' })}.${signature}`,
      `${header}.${encoded({ ...claims, owner_id: 'bob' })}.${signature}`,
      `${header}.${encoded({ ...claims, base: 'https://evil.example' })}.${signature}`,
      `${header}.${encoded({ ...claims, repository: 'acme/other' })}.${signature}`,
      `${header}.${encoded([])}.${signature}`,
      `${token}${'x'.repeat(3_000)}`,
      sessionKey,
    ];

    expect(claims).toEqual({
      owner_id: 'ann',
      sandbox_id: scene.sandbox.sandbox_id,
      provider_type: 'github',
      base: 'https://github.com',
      repository: null,
    });
    for (const wrong of forged) expect((await scene.fetch(wrong)).status, wrong).toBe(401);
    expect((await scene.list(scene.sandbox.sandbox_id, token)).status).toBe(401);
  });

  it('is refused to another sandbox that got the same id', async () => {
    const scene = await sandboxScene();
    const token = await scene.token();
    const later = { ...scene.sandbox, created_at: '2027-01-01T00:00:00.000Z' };
    scene.sandboxes.rows.set(`ann/${later.sandbox_id}`, later);

    expect((await scene.fetch(token)).status).toBe(401);
  });
});
