import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';
import { processesOf, runningSandbox, startSandbox, waitUntilNothingRunsOf } from './support/sandboxes.ts';

const path = '/api/v1/sandboxes';
const time = expect.stringMatching(/^\d{4}-.*Z$/);
const isLocal = service().stateDirectory !== null;

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

const act = (id: string, action: 'pause' | 'resume') => owner.api.post(`${path}/${id}/${action}`);
const read = async (id: string) => (await owner.api.get(`${path}/${id}`)).body;

async function agentAnswers(agentUrl: string, sessionKey: string): Promise<number | 'nobody'> {
  const headers = { 'X-Session-API-Key': sessionKey };
  return fetch(`${agentUrl}/api/conversations/count`, { headers }).then(
    ({ status }) => status,
    () => 'nobody',
  );
}

describe('a sandbox', () => {
  it('is STARTING without key and URLs, then RUNNING with both', async () => {
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
      expires_at: null,
      pause_reason: null,
    });

    const running = await waitForSandbox(owner.api, body.id, 'RUNNING');

    expect(running).toEqual({
      ...body,
      status: 'RUNNING',
      session_api_key: expect.any(String),
      exposed_urls: expect.any(Array),
      transitions: ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING'].map((state) => ({ state, reason: null, time })),
      idle_at: time,
    });
    const [agent] = running.exposed_urls;
    expect(agent).toEqual({
      name: 'AGENT_SERVER',
      url: expect.stringMatching(/^https?:\/\//),
      port: expect.any(Number),
    });
    expect(await agentAnswers(agent.url, running.session_api_key)).toBe(200);
    expect(await agentAnswers(agent.url, 'another key')).toBe(401);
  });

  it('takes an empty object for a body, as web clients send it, and no body', async () => {
    const { id } = await startSandbox(owner.api);

    for (const action of ['pause', 'resume']) {
      const answer = await owner.api.post(`${path}/${id}/${action}`, {});
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    }
    expect((await owner.api.delete(`${path}/${id}?sandbox_id=${id}`)).body).toEqual({ success: true });
  });

  it('pauses once and for all who ask', async () => {
    const sandbox = await startSandbox(owner.api);

    const answers = [await act(sandbox.id, 'pause'), await act(sandbox.id, 'pause')];

    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { success: true }],
      [200, { success: true }],
    ]);
    expect(await read(sandbox.id)).toMatchObject({
      status: 'PAUSED',
      session_api_key: null,
      exposed_urls: null,
      status_detail: expect.stringMatching(/is stopping|being saved|resumed before/),
    });
    await eventually('the agent is gone', async () =>
      (await agentAnswers(sandbox.agentUrl, sandbox.sessionKey)) === 'nobody' ? true : undefined,
    );
    expect((await act(sandbox.id, 'pause')).body).toEqual({ success: true });
  });

  it('resumes with a new key, and only once', async () => {
    const before = await startSandbox(owner.api);
    await act(before.id, 'pause');
    await act(before.id, 'resume');

    const after = await runningSandbox(owner.api, before.id);
    const again = [await act(before.id, 'resume'), await act(before.id, 'resume')];

    expect(after.sessionKey).not.toBe(before.sessionKey);
    expect(again.map(({ body }) => body)).toEqual([{ success: true }, { success: true }]);
    expect(await runningSandbox(owner.api, before.id)).toEqual(after);
    expect(await agentAnswers(after.agentUrl, after.sessionKey)).toBe(200);
    expect(await agentAnswers(after.agentUrl, before.sessionKey)).toBe(401);
  });

  it('ends where the last word wanted it, however often it is asked', async () => {
    const { id } = await startSandbox(owner.api);

    for (const action of ['pause', 'resume', 'pause', 'resume', 'pause', 'pause', 'resume'] as const)
      await act(id, action);
    const running = await runningSandbox(owner.api, id);
    expect(await agentAnswers(running.agentUrl, running.sessionKey)).toBe(200);
    await Promise.all((['pause', 'resume', 'pause', 'resume'] as const).map((action) => act(id, action)));
    await act(id, 'pause');

    expect(await read(id)).toMatchObject({ status: 'PAUSED', session_api_key: null });
    if (isLocal) await waitUntilNothingRunsOf(id);
  });

  it('pauses while it starts, and starts from there', async () => {
    const { body } = await owner.api.post(path);
    await act(body.id, 'pause');
    expect((await read(body.id)).status).toBe('PAUSED');
    if (isLocal) await waitUntilNothingRunsOf(body.id);

    await act(body.id, 'resume');

    expect(await agentAnswers(...agentOf(await runningSandbox(owner.api, body.id)))).toBe(200);
  });

  it.each(['at once', 'while it starts', 'when it runs', 'when it is paused'])(
    'is gone when it is deleted %s',
    async (when) => {
      const { body } = await owner.api.post(path);
      if (when === 'while it starts' && isLocal)
        await eventually('its process is there', async () =>
          (await processesOf(body.id)).length > 0 ? true : undefined,
        );
      if (when === 'when it runs' || when === 'when it is paused') await runningSandbox(owner.api, body.id);
      if (when === 'when it is paused') await act(body.id, 'pause');

      const deleted = await owner.api.delete(`${path}/${body.id}`);

      expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
      expect((await owner.api.get(path, { id: body.id })).body).toEqual([null]);
      expectProblem(await owner.api.get(`${path}/${body.id}`), 404, 'not_found');
      expectProblem(await act(body.id, 'pause'), 404, 'not_found');
      expectProblem(await act(body.id, 'resume'), 404, 'not_found');
      expectProblem(await owner.api.delete(`${path}/${body.id}`), 404, 'not_found');
      const { items } = (await owner.api.get(`${path}/search`)).body;
      expect(items.map(({ id }: { id: string }) => id)).not.toContain(body.id);
      if (isLocal) await waitUntilNothingRunsOf(body.id);
    },
  );

  it.each(['pause', 'resume'] as const)('cannot %s when it never existed', async (action) => {
    const id = randomUUID().replaceAll('-', '');
    const answer = await act(id, action);

    expectProblem(answer, 404, 'not_found');
    expect(answer.body.detail).toBe(`Sandbox ${id} not found`);
  });

  it.runIf(isLocal)('comes back by itself when its agent ends, and says what happened', async () => {
    const { id, sessionKey } = await startSandbox(owner.api);
    for (const { pid } of await processesOf(id)) process.kill(pid, 'SIGKILL');

    const again = await eventually('it runs anew', async () => {
      const body = await read(id);
      return body.status === 'RUNNING' && body.session_api_key !== sessionKey ? body : undefined;
    });

    expect(again.transitions).toContainEqual(expect.objectContaining({ state: 'SAVING', reason: 'agent_exited' }));
    expect(again.status_detail).toBeNull();
    expect(await agentAnswers(...agentOf(await runningSandbox(owner.api, id)))).toBe(200);
  });
});

function agentOf({ agentUrl, sessionKey }: { agentUrl: string; sessionKey: string }): [string, string] {
  return [agentUrl, sessionKey];
}
