import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './support/api.ts';
import { startConversation, waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';
import { pretendToRun, runningSandbox, startSandbox } from './support/sandboxes.ts';
import { withSweeps } from './support/sweeps.ts';

const path = '/api/v1/sandboxes';
/** How many sandboxes an owner of a local service may run. */
const LIMIT = 250;

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)('the limit of sandboxes that run at a time', () => {
  let owner: Owner;
  let oldest: string;
  let newest: string;
  let pretended = 0;

  const pretend = async (more: number) => {
    await pretendToRun(owner.name, more, stateDirectory ?? '');
    pretended += more;
  };

  const faults = new Faults(stateDirectory ?? '');

  beforeAll(async () => {
    // The sweep mends a count that is wrong; here it must not, until the last test.
    await faults.add({
      service: 'dynamodb',
      action: 'Scan',
      kind: 'error',
      function: 'sweep-sandboxes',
      times: 10_000,
    });
    owner = await newOwner();
    oldest = (await startSandbox(owner.api)).id;
    newest = (await startSandbox(owner.api)).id;
  });

  afterEach(async () => {
    await pretend(-pretended);
  });
  afterAll(() => faults.clear());

  function expectLimit(answer: Answer, running: readonly string[]): void {
    expectProblem(answer, 429, 'concurrency_limit_exceeded');
    expect(answer.body.running_sandbox_ids).toEqual(running);
    expect(answer.body.detail).toMatch(/250.*on_limit=pause_oldest/);
  }

  it('refuses one more, names those that run, and touches none of them', async () => {
    await pretend(LIMIT - 2);

    expectLimit(await owner.api.post(path), [oldest, newest]);
    expectLimit(await owner.api.post('/api/v1/app-conversations', {}), [oldest, newest]);
    expectLimit(await owner.api.post('/api/conversations', {}), [oldest, newest]);

    const { body } = await owner.api.get(`${path}/search`);
    expect(body.items.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [newest, 'RUNNING'],
      [oldest, 'RUNNING'],
    ]);
    expect((await owner.api.get('/api/v1/app-conversations/count')).body).toBe(0);
  });

  it('makes room when it is asked to, by a pause that says so', async () => {
    await pretend(LIMIT - 2);

    const { status, body } = await owner.api.post(path, undefined, { on_limit: 'pause_oldest' });

    expect(status).toBe(200);
    await runningSandbox(owner.api, body.id);
    const paused = await waitForSandbox(owner.api, oldest, 'PAUSED');
    expect(paused.status_detail).toMatch(/make room/);
    expect((await owner.api.get(`${path}/${newest}`)).body.status).toBe('RUNNING');
    expectLimit(await owner.api.post(`${path}/${oldest}/resume`), [newest, body.id]);
  });

  it('holds for a resume, which can ask for room too', async () => {
    await waitForSandbox(owner.api, oldest, 'PAUSED');
    await pretend(LIMIT - 2);

    const refused = await owner.api.post(`${path}/${oldest}/resume`);
    const made = await owner.api.post(`${path}/${oldest}/resume`, undefined, { on_limit: 'pause_oldest' });

    expectProblem(refused, 429, 'concurrency_limit_exceeded');
    expect([made.status, made.body]).toEqual([200, { success: true }]);
    await runningSandbox(owner.api, oldest);
    await waitForSandbox(owner.api, newest, 'PAUSED');
  });

  it('makes room for a conversation', async () => {
    const { body } = await owner.api.get(`${path}/search`);
    const running = body.items.filter(({ status }: { status: string }) => status === 'RUNNING');
    await pretend(LIMIT - running.length);

    const answer = await owner.api.post('/api/v1/app-conversations', {}, { on_limit: 'pause_oldest' });

    expect(answer.status, answer.text).toBe(200);
    await waitForSandbox(owner.api, oldest, 'PAUSED');
  });

  it('holds for a conversation that goes on', async () => {
    const { id, sandboxId } = await startConversation(owner.api);
    await owner.api.post(`/api/conversations/${id}/stop`);
    await waitForSandbox(owner.api, sandboxId, 'PAUSED');
    const { body } = await owner.api.get(`${path}/search`);
    const running = body.items.filter(({ status }: { status: string }) => status === 'RUNNING');
    await pretend(LIMIT - running.length);

    const refused = await owner.api.post(`/api/conversations/${id}/start`, { providers_set: null });

    const names = running.map((sandbox: { id: string }) => sandbox.id);
    expectLimit(refused, names.reverse());
    await owner.api.delete(`${path}/${sandboxId}`);
  });

  it('does not count what is paused or deleted', async () => {
    await pretend(LIMIT - 3);
    const { id } = await startSandbox(owner.api);
    expectProblem(await owner.api.post(path), 429, 'concurrency_limit_exceeded');

    await owner.api.post(`${path}/${id}/pause`);
    const second = await startConversation(owner.api);
    expectProblem(await owner.api.post(path), 429, 'concurrency_limit_exceeded');
    await owner.api.delete(`${path}/${second.sandboxId}`);

    expect((await owner.api.post(path)).status).toBe(200);
  });

  it('is counted anew by the sweep when the count is wrong', async () => {
    await pretend(LIMIT);
    expect((await owner.api.post(path)).status).toBe(429);

    await faults.clear();
    pretended = 0;

    const started = await withSweeps(
      stateDirectory ?? '',
      eventually('the count is right again', async () => {
        const answer = await owner.api.post(path);
        return answer.status === 200 ? answer : undefined;
      }),
    );
    expect(started.body.status).toBe('STARTING');
  });
});
