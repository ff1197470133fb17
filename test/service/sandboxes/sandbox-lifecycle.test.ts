import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { defaults } from '../../../infra/settings/defaults.ts';
import type { Query } from '../../support/service/api.ts';
import {
  belongingsOf,
  foundInWorkspace,
  leaveInWorkspace,
  waitForBelongings,
} from '../../support/service/belongings.ts';
import { endTask } from '../../support/service/control.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import {
  agentsOf,
  knock,
  processesOf,
  runningSandbox,
  type StartedSandbox,
  waitUntilNothingRunsOf,
} from '../../support/service/sandboxes.ts';
import { LocalTables } from '../../support/service/tables.ts';

const path = '/api/v1/sandboxes';
const time = expect.stringMatching(/^\d{4}-.*Z$/);
const { stateDirectory } = service();
const isLocal = stateDirectory !== null;
const state = stateDirectory ?? '';
const done = { success: true };

const owner = await newOwner();

const act = (id: string, action: 'pause' | 'resume') => owner.api.post(`${path}/${id}/${action}`);
const read = async (id: string) => (await owner.api.get(`${path}/${id}`)).body;
const wait = (id: string, query: Query) => owner.api.get(`${path}/${id}`, query);

/** Repeats the wait, because a start on a busy machine can take longer than one request. */
async function waitForRun(id: string) {
  for (;;) {
    const answer = await wait(id, { wait: 'RUNNING', timeout: 25 });
    if (answer.body.status !== 'STARTING') return answer;
  }
}

const agentAnswers = ({ agentUrl, sessionKey }: Omit<StartedSandbox, 'id'>) =>
  knock(`${agentUrl}/api/conversations/count`, sessionKey);

async function deleteForGood(id: string): Promise<void> {
  const deleted = await owner.api.delete(`${path}/${id}?sandbox_id=${id}`);

  expect([deleted.status, deleted.body]).toEqual([200, done]);
  expect((await owner.api.get(path, { id })).body).toEqual([null]);
  expectProblem(await owner.api.get(`${path}/${id}`), 404, 'not_found');
  expectProblem(await act(id, 'pause'), 404, 'not_found');
  expectProblem(await act(id, 'resume'), 404, 'not_found');
  expectProblem(await owner.api.delete(`${path}/${id}`), 404, 'not_found');
  const { items } = (await owner.api.get(`${path}/search`)).body;
  expect(items.map((item: { id: string }) => item.id)).not.toContain(id);
  if (isLocal) await waitUntilNothingRunsOf(id);
}

describe('a sandbox from its start to its deletion', () => {
  let id: string;
  let first: StartedSandbox;
  let content: string;

  it('is STARTING without key and URLs, until a wait returns it RUNNING with both', async () => {
    const { status, body } = await owner.api.post(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      created_by_user_id: owner.name,
      sandbox_spec_id: expect.any(String),
      status: 'STARTING',
      session_api_key: null,
      exposed_urls: null,
      created_at: time,
      status_detail: null,
      transitions: [{ state: 'PENDING', reason: null, time: body.created_at }],
      deadline_at: time,
      idle_at: null,
      workspace: null,
      expires_at: null,
      pause_reason: null,
      wake: expect.any(Object),
      capacity: 'on_demand',
      resources: { cpu: expect.any(Number), memory_gb: expect.any(Number), disk_gb: 1, requested: null },
      next_resources: null,
    });
    id = body.id;

    const { status: waited, body: running } = await waitForRun(id);

    expect(waited).toBe(200);
    expect(running).toEqual({
      ...body,
      status: 'RUNNING',
      session_api_key: expect.any(String),
      exposed_urls: expect.any(Array),
      transitions: ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING'].map((state) => ({ state, reason: null, time })),
      idle_at: time,
      workspace: { size_gib: expect.any(Number), saved_at: null },
      steps: expect.any(Array),
    });
    const url = expect.stringMatching(/^https?:\/\//);
    expect(running.exposed_urls[0]).toEqual({ name: 'AGENT_SERVER', url, port: expect.any(Number) });
    first = await runningSandbox(owner.api, id);
    expect(await agentAnswers(first)).toBe(200);
    expect(await agentAnswers({ ...first, sessionKey: 'another key' })).toBe(401);
  });

  it('pauses once for concurrent requests, with and without a body', async () => {
    const answers = [await act(id, 'pause'), await owner.api.post(`${path}/${id}/pause`, {})];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, done]));
    expect(await read(id)).toMatchObject({
      status: 'PAUSED',
      session_api_key: null,
      exposed_urls: null,
      status_detail: expect.stringMatching(/its workspace is saved|being saved|resumed before/),
    });
    const stranger = { ...first, sessionKey: 'another key' };
    await eventually('the agent is gone', async () => (await agentAnswers(stranger)) === 'no agent');
    expect((await act(id, 'pause')).body).toEqual(done);
    // A paused sandbox does not start, so a wait for RUNNING ends at once.
    const waited = await wait(id, { wait: 'RUNNING', timeout: 25 });
    expect([waited.status, waited.body.status]).toEqual([200, 'PAUSED']);
  });

  it('resumes once, with the same URL and session key', async () => {
    await owner.api.post(`${path}/${id}/resume`, {});

    const { status, body } = await waitForRun(id);
    const after = await runningSandbox(owner.api, id);
    const again = [await act(id, 'resume'), await act(id, 'resume')];

    expect([status, body.status, body.session_api_key]).toEqual([200, 'RUNNING', after.sessionKey]);
    expect(after).toEqual(first);
    expect(again.map(({ body }) => body)).toEqual([done, done]);
    expect(await runningSandbox(owner.api, id)).toEqual(after);
    expect(await agentAnswers(after)).toBe(200);
  });

  /** The other ends of tasks are covered by the tests of the local ECS and of the next step. */
  it.runIf(isLocal)(
    'restarts with its workspace and the same key when its agent is killed, and shows the reason',
    async () => {
      const { sessionKey } = await runningSandbox(owner.api, id);
      content = await leaveInWorkspace(state, id);
      for (const { pid } of await agentsOf(id)) process.kill(pid, 'SIGKILL');

      const again = await eventually('it runs again', async () => {
        const body = await read(id);
        const hasEnded = body.transitions.some(({ reason }: { reason: string | null }) => reason === 'agent_exited');
        return body.status === 'RUNNING' && hasEnded && body;
      });

      expect(again.transitions).toContainEqual(expect.objectContaining({ state: 'SAVING', reason: 'agent_exited' }));
      expect(again.status_detail).toBeNull();
      expect(again.session_api_key).toBe(sessionKey);
      expect(await agentAnswers(await runningSandbox(owner.api, id))).toBe(200);
      expect(await foundInWorkspace(state, id)).toBe(content);
      // The saved workspaces of the pause and of this restart are kept.
      await waitForBelongings(state, id, [1, 1, 2]);
    },
  );

  it.runIf(isLocal)('stays paused when its task was already ending, and keeps its workspace', async () => {
    const [task] = (await belongingsOf(state, id)).live;
    await endTask(state, task?.id ?? '', 'spot-interruption');
    await act(id, 'pause');

    expect((await waitForSandbox(owner.api, id, 'PAUSED')).pause_reason).toBe('api');
    await eventually('nothing runs, and the volume is saved', async () => {
      const { live, volumes } = await belongingsOf(state, id);
      return live.length + volumes.length === 0;
    });
    await act(id, 'resume');
    await waitForSandbox(owner.api, id, 'RUNNING');
    expect(await foundInWorkspace(state, id)).toBe(content);
  });

  it('ends in the state of the last of many requests', async () => {
    for (const action of ['pause', 'resume', 'pause', 'resume'] as const) await act(id, action);
    expect(await agentAnswers(await runningSandbox(owner.api, id))).toBe(200);

    await Promise.all((['pause', 'resume', 'pause', 'resume'] as const).map((action) => act(id, action)));
    await act(id, 'pause');

    expect(await read(id)).toMatchObject({ status: 'PAUSED', session_api_key: null });
    if (isLocal) await waitUntilNothingRunsOf(id);
  });

  it('answers 404 when it is deleted while it is paused', () => deleteForGood(id));
});

describe('a sandbox that is STARTING', () => {
  it('pauses, and resumes from there', async () => {
    const { id } = (await owner.api.post(path)).body;
    await act(id, 'pause');
    expect((await read(id)).status).toBe('PAUSED');
    if (isLocal) await waitUntilNothingRunsOf(id);

    await act(id, 'resume');

    expect(await agentAnswers(await runningSandbox(owner.api, id))).toBe(200);
    await deleteForGood(id);
  });

  it('answers 404 when it is deleted, before and after its process exists', async () => {
    const [one, two] = await Promise.all([owner.api.post(path), owner.api.post(path)]);
    await deleteForGood(one.body.id);
    if (isLocal) {
      await eventually('its process exists', async () => (await processesOf(two.body.id)).length > 0);
    }
    await deleteForGood(two.body.id);
  });
});

it.runIf(isLocal)(
  'a wait returns the current state and Retry-After at once when the key has too many waits',
  async () => {
    const busy = await newOwner();
    const tables = await LocalTables.of(state);
    const until = { N: String(Date.now() + 600_000) };
    const slots = Object.fromEntries(
      Array.from({ length: defaults.dev.waitsPerKey ?? 0 }, (_, slot) => [`until_${slot}`, until]),
    );
    const Item = { waits_key: { S: `${busy.name}/${busy.keyId}` }, ...slots };
    await tables.client.send(new PutItemCommand({ TableName: tables.name('Waits'), Item }));
    tables.close();
    const { body: started } = await busy.api.post(path);

    // The sandbox does not fail, so only a refused wait has Retry-After.
    const answer = await busy.api.get(`${path}/${started.id}`, { wait: 'ERROR' });

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([200, '2']);
    expect(['STARTING', 'RUNNING']).toContain(answer.body.status);
  },
);
