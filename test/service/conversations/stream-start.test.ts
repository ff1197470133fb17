import { beforeAll, expect, it } from 'vitest';
import { anonymous, newOwner, type Owner } from '../../support/service/owners.ts';
import { badFields } from '../../support/service/problems.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';

const path = '/api/v1/app-conversations/stream-start';

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

async function streamed(body: Record<string, unknown>): Promise<readonly string[]> {
  const response = await fetch(`${owner.api.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-Session-API-Key': owner.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) pieces.push(decoder.decode(piece, { stream: true }));
  return pieces;
}

it('stream-start answers with each status of a start as it occurs, as one array', async () => {
  const git = await gitServer();
  git.addRepository('acme/followed', { 'AGENTS.md': 'Be kind.' });
  const token = canary('a git token of a followed start');
  rememberSecret('a git token of a followed start', token);
  git.password = token;
  await giveTokens(owner, git, token, ['github']);

  const pieces = await streamed({
    title: 'Followed',
    secrets: { KEY: 'stream-secret' },
    selected_repository: 'acme/followed',
    git_provider: 'github',
  });

  const text = pieces.join('');
  const states: { status: string; id: string; conversation_id: string; app_conversation_id: string | null }[] =
    JSON.parse(text);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces[0]).toContain('"WORKING"');
  // Also those that are over before anybody looks.
  expect(states.map(({ status }) => status)).toEqual([
    'WORKING',
    'WAITING_FOR_SANDBOX',
    'PREPARING_REPOSITORY',
    'RUNNING_SETUP_SCRIPT',
    'SETTING_UP_GIT_HOOKS',
    'SETTING_UP_SKILLS',
    'STARTING_CONVERSATION',
    'READY',
  ]);
  expect(new Set(states.map(({ id }) => id)).size).toBe(1);
  const { body: task } = await owner.api.get('/api/v1/app-conversations/start-tasks', { ids: states[0]?.id ?? '' });
  for (const state of states) expect(Object.keys(state).sort()).toEqual(Object.keys(task[0]).sort());
  expect(text).not.toContain('stream-secret');
  const id = states[0]?.conversation_id;
  const ids = states.map(({ app_conversation_id: given }) => given);
  expect(ids).toEqual([...Array(states.length - 1).fill(null), id]);
  const { status } = await owner.api.get(`/api/v1/app-conversations/${id}`);
  expect(status).toBe(200);
});

it('stream-start refuses what the other start refuses, with a problem', async () => {
  const bad = await owner.api.post(path, { selected_branch: '--upload-pack=x' });
  const unknown = await owner.api.post(path, { sandbox_id: 'unknown' });

  expect([bad.status, badFields(bad)]).toEqual([422, ['body.selected_branch']]);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  expect((await anonymous().post(path, {})).status).toBe(401);
});

it('the count of start tasks applies the filters of their search, for one owner', async () => {
  const count = '/api/v1/app-conversations/start-tasks/count';
  const { body: task } = await owner.api.post('/api/v1/app-conversations', {});
  const stranger = await newOwner();

  const { body: all } = await owner.api.get(count);
  const { body: page } = await owner.api.get('/api/v1/app-conversations/start-tasks/search');
  expect(all).toBe(page.items.length);
  const only = { conversation_id__eq: task.conversation_id };
  expect((await owner.api.get(count, only)).body).toBe(1);
  expect((await owner.api.get(count, { created_at__gte: '2099-01-01T00:00:00Z' })).body).toBe(0);
  expect((await stranger.api.get(count, only)).body).toBe(0);
});
