import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { startConversation, talkable, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { badFields } from '../../support/service/problems.ts';
import { gitServer, giveTokens } from '../../support/service/repositories.ts';
import { agentsOf } from '../../support/service/sandboxes.ts';
import { canary, rememberSecret } from '../../support/service/secrets-of-run.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const path = '/api/v1/app-conversations/start-tasks';
const { stateDirectory } = service();
const faults = new Faults(stateDirectory ?? '');
const owner = await newOwner();

/** Unit tests of the handlers and integration tests of the store cover filters, orders, pages and other failures. */
describe.runIf(stateDirectory !== null)('start tasks', () => {
  afterEach(() => faults.clear());

  const start = async (request: unknown = {}) => {
    const { status, body } = await owner.api.post('/api/v1/app-conversations', request);
    expect(status).toBe(200);
    return body;
  };

  it('end in ERROR when their sandbox is deleted or paused, or their conversation is deleted', async () => {
    // The faults prevent every start until all tasks have been ended.
    await faults.add({ service: 'ecs', kind: 'capacity', times: 1_000 });
    const [deleted, paused, forgotten] = await Promise.all([start(), start(), start()]);
    const neighbour = await start({ sandbox_id: forgotten.sandbox_id });
    await owner.api.delete(`/api/v1/sandboxes/${deleted.sandbox_id}`);
    await owner.api.post(`/api/v1/sandboxes/${paused.sandbox_id}/pause`);
    await owner.api.delete(`/api/v1/app-conversations/${forgotten.conversation_id}`);
    await faults.clear();

    const ends = await withSweeps(
      stateDirectory ?? '',
      Promise.all([
        waitForTask(owner.api, deleted.id, 'ERROR'),
        waitForTask(owner.api, paused.id, 'ERROR'),
        waitForTask(owner.api, forgotten.id, 'ERROR'),
        waitForTask(owner.api, neighbour.id, 'READY'),
      ]),
    );

    expect(ends.slice(0, 3).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/deleted/),
      expect.stringMatching(/paused/),
      expect.stringMatching(/deleted/),
    ]);
    const { items } = (await owner.api.get(`${path}/search`, { sort_order: 'CREATED_AT', limit: 100 })).body;
    expect(items.map(({ id }: { id: string }) => id).at(-1)).toBe(neighbour.id);
    const found = (await owner.api.get(path, { ids: [neighbour.id, randomUUID(), deleted.id] })).body;
    expect(found).toEqual([ends[3], null, ends[0]]);
  });

  it('continue when their sandbox ends without a request and starts again', async () => {
    const body = await start();
    await eventually('its process is killed', async () => {
      const found = await agentsOf(body.sandbox_id);
      for (const { pid } of found) process.kill(pid, 'SIGKILL');
      return found.length > 0;
    });

    await eventually('it is started again', async () => {
      const { transitions } = (await owner.api.get(`/api/v1/sandboxes/${body.sandbox_id}`)).body;
      return transitions.filter(({ state }: { state: string }) => state === 'PENDING').length > 1;
    });
    await waitForTask(owner.api, body.id, 'READY');

    expect((await talkable(owner.api, body.conversation_id)).sandboxId).toBe(body.sandbox_id);
  });
});

interface Step {
  readonly step: string;
  readonly at: string;
  readonly seconds: number;
}

const ofSandbox = [
  'TASK_REQUESTED',
  'TASK_ACCEPTED',
  'IMAGE_PULL_STARTED',
  'IMAGE_PULLED',
  'TASK_RUNNING',
  'AGENT_ANSWERED',
  'AGENT_INITIALISED',
  'SANDBOX_RUNNING',
];
const ofConversation = ['START_BEGUN', 'WORKSPACE_PREPARED', 'PROJECT_SET_UP', 'CONVERSATION_CREATED', 'READY'];
const ofEnd = ['STOP_REQUESTED', 'STOP_DECIDED', 'STOP_SENT', 'TASK_STOPPED', 'SNAPSHOT_STARTED', 'WORKSPACE_SAVED'];

const names = (steps: readonly Step[]) => steps.map(({ step }) => step);

it('the duration of each step of a start, a pause and a resume is shown', async () => {
  const { api } = owner;
  const first = await startConversation(api);
  const task = await waitForTask(api, first.taskId, 'READY');

  expect(names(task.steps)).toEqual(['ACCEPTED', ...ofSandbox, ...ofConversation]);
  const took = (Date.parse(task.updated_at) - Date.parse(task.created_at)) / 1000;
  expect(task.steps.reduce((sum: number, { seconds }: Step) => sum + seconds, 0)).toBeCloseTo(took, 3);

  // A conversation in a running sandbox has no steps of a sandbox start.
  const second = await startConversation(api, { sandbox_id: first.sandboxId });
  expect(names((await waitForTask(api, second.taskId, 'READY')).steps)).toEqual(['ACCEPTED', ...ofConversation]);

  const until = (last: string): Promise<Step[]> =>
    eventually(`the sandbox reached ${last}`, async () => {
      const { body } = await api.get(`/api/v1/sandboxes/${first.sandboxId}`);
      return body.steps.at(-1).step === last ? body.steps : undefined;
    });
  await api.post(`/api/v1/sandboxes/${first.sandboxId}/pause`);
  expect(names(await until('WORKSPACE_SAVED'))).toEqual(['ACCEPTED', ...ofSandbox, ...ofEnd]);
  await api.post(`/api/v1/sandboxes/${first.sandboxId}/resume`);
  expect(names(await until('SANDBOX_RUNNING'))).toEqual(['ACCEPTED', ...ofSandbox]);
});

const streamPath = '/api/v1/app-conversations/stream-start';

async function streamed(body: Record<string, unknown>): Promise<readonly string[]> {
  const response = await fetch(`${owner.api.baseUrl}${streamPath}`, {
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

it('stream-start returns each status of a start as it occurs, as one array', async () => {
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
  // Statuses that last only a moment are included.
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
  const { body: task } = await owner.api.get(path, { ids: states[0]?.id ?? '' });
  for (const state of states) expect(Object.keys(state).sort()).toEqual(Object.keys(task[0]).sort());
  expect(text).not.toContain('stream-secret');
  const id = states[0]?.conversation_id;
  const ids = states.map(({ app_conversation_id: given }) => given);
  expect(ids).toEqual([...Array(states.length - 1).fill(null), id]);
  const { status } = await owner.api.get(`/api/v1/app-conversations/${id}`);
  expect(status).toBe(200);
});

it('stream-start refuses invalid requests with a problem', async () => {
  const bad = await owner.api.post(streamPath, { selected_branch: '--upload-pack=x' });
  const unknown = await owner.api.post(streamPath, { sandbox_id: 'unknown' });

  expect([bad.status, badFields(bad)]).toEqual([422, ['body.selected_branch']]);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  expect((await anonymous().post(streamPath, {})).status).toBe(401);
});

it('the count of start tasks applies the filters of their search, for one owner', async () => {
  const { body: task } = await owner.api.post('/api/v1/app-conversations', {});
  const stranger = await newOwner();

  const { body: all } = await owner.api.get(`${path}/count`);
  const { body: page } = await owner.api.get(`${path}/search`, { limit: 100 });
  expect(all).toBe(page.items.length);
  const only = { conversation_id__eq: task.conversation_id };
  expect((await owner.api.get(`${path}/count`, only)).body).toBe(1);
  expect((await owner.api.get(`${path}/count`, { created_at__gte: '2099-01-01T00:00:00Z' })).body).toBe(0);
  expect((await stranger.api.get(`${path}/count`, only)).body).toBe(0);
});
