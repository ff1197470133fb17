import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { anAppKey, startGitHubApp } from '../../support/git/github-app-server.ts';
import { startGitHubHost } from '../../support/git/github-host.ts';
import {
  askAgent,
  reached,
  type StartedConversation,
  startConversation,
  waitForSandbox,
} from '../../support/service/conversations.ts';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { gitServer } from '../../support/service/repositories.ts';
import { rememberSecret } from '../../support/service/secrets-of-run.ts';

const key = anAppKey();
rememberSecret('a private key of an App', key.pkcs8);
rememberSecret('a line of a private key of an App', key.pkcs8.split('\n')[5] ?? '');

const git = await gitServer();
git.addRepository('acme/site', { 'a.txt': 'a' });
git.git('acme/site', 'config', 'http.receivepack', 'true');
// Tokens that are about to expire, so that each use needs another one.
const github = await startGitHubApp({
  appId: '123',
  publicKey: key.public,
  installed: { 'acme/site': 7 },
  lifetimeSeconds: 600,
});
const host = await startGitHubHost(github, git);
afterAll(async () => {
  await host.close();
  await github.close();
});

async function shell({ url, sessionKey }: StartedConversation, command: string): Promise<string> {
  const response = await fetch(`${url.slice(0, url.indexOf('/api/'))}/api/bash/execute_bash_command`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ command, cwd: '/workspace/project/site', timeout: 60 }),
  });
  const { stdout, stderr, exit_code: code } = (await response.json()) as Record<string, string | number | null>;
  if (code !== 0) throw new Error(`${command}: ${code} ${stderr}`);
  return String(stdout ?? '').trim();
}

const push = (text: string) =>
  `git -c user.name=a -c user.email=a@b commit -q --allow-empty -m '${text}' && git push -q origin HEAD`;

it('a conversation clones, pushes and asks GitHub with tokens for its repository, also after a pause', async () => {
  const owner = await newOwner();
  const app = { app_id: '123', private_key: key.pkcs1, host: host.host };
  const saved = await owner.bearer.post('/api/v1/secrets/git-providers', { github_app: app });
  expect(saved.status).toBe(200);

  const started = await startConversation(owner.api, { selected_repository: 'acme/site', git_provider: 'github' });
  const first = github.made[0]?.token ?? '';
  expect(git.logins).toContain(`x-access-token:${first}`);

  await shell(started, push('one'));
  expect(github.made.length).toBeGreaterThan(1);
  await askAgent(started, '/events', '/run printf %s "$GITHUB_TOKEN" | sha256sum');
  const shown = async () =>
    JSON.stringify((await askAgent(started, '/events/search?kind=ObservationEvent')).body.items);
  await expect.poll(shown, { timeout: 60_000 }).toMatch(/[0-9a-f]{64}/);
  const hashes = github.made.map(({ token }) => createHash('sha256').update(token).digest('hex'));
  const output = await shown();
  expect(hashes.some((hash) => output.includes(hash))).toBe(true);
  expect(await shell(started, 'grep -rlF ghs_ ../.. --exclude-dir=bash_events || echo none')).toBe('none');

  await owner.bearer.post(`/api/v1/sandboxes/${started.sandboxId}/pause`);
  await waitForSandbox(owner.bearer, started.sandboxId, 'PAUSED');
  const access = await fetch(`${host.url}/acme/site.git/info/refs?service=git-upload-pack`);
  expect(access.status).toBe(401);
  await owner.bearer.post(`/api/v1/sandboxes/${started.sandboxId}/resume`);
  await waitForSandbox(owner.bearer, started.sandboxId, 'RUNNING');
  await shell(await reached(owner.api, started.id), push('two'));

  expect(git.git('acme/site', 'log', '--all', '--format=%s').trim().split('\n').toSorted()).toEqual(
    ['first', 'one', 'two'].toSorted(),
  );
  for (const { asked } of github.made) expect(asked).toMatchObject({ repositories: ['site'] });
});

it('a start says where to install the App', async () => {
  const owner = await newOwner();
  const app = { app_id: '123', private_key: key.pkcs1, host: host.host };
  await owner.bearer.post('/api/v1/secrets/git-providers', { github_app: app });

  const failed = startConversation(owner.api, { selected_repository: 'acme/private', git_provider: 'github' });

  await expect(failed).rejects.toThrow(/is not installed for the repository acme\/private\. Install it at .*octoapp/);
});

it('a stranger neither sees nor removes the App', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  const app = { app_id: '123', private_key: key.pkcs1, installation_id: '7' };
  await owner.bearer.post('/api/v1/secrets/git-providers', { github_app: app });
  await stranger.bearer.post('/api/v1/secrets/git-providers', { github_app: null });
  await stranger.bearer.delete('/api/v1/secrets/git-providers');

  const { body, text } = await owner.bearer.get('/api/v1/settings');
  expect(body.github_app).toEqual({ app_id: '123', installation_id: '7', host: null });
  expect(text).not.toContain('PRIVATE KEY');
  expect((await stranger.bearer.get('/api/v1/settings')).body.github_app).toBeNull();
  const keyOfOther = { github_app: { app_id: '123' } };
  expectProblem(await stranger.bearer.post('/api/v1/secrets/git-providers', keyOfOther), 422, 'validation_failed');
});
