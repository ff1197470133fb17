import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/service/api.ts';
import { startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { pretendToRun, runningSandbox } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const path = '/api/v1/sandboxes';
const LIMIT = 250;

const { stateDirectory } = service();

describe.runIf(stateDirectory !== null)('the limit of running sandboxes', () => {
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
    // A sweep would correct the count, which only the last test wants.
    await faults.add({
      service: 'dynamodb',
      action: 'Scan',
      kind: 'error',
      function: 'sweep-sandboxes',
      times: 10_000,
    });
    owner = await newOwner();
    oldest = (await owner.api.post(path)).body.id;
    newest = (await owner.api.post(path)).body.id;
    await Promise.all([oldest, newest].map((id) => runningSandbox(owner.api, id)));
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

  it('refuses one more start of each kind, names the running sandboxes, and leaves them running', async () => {
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

  it('pauses the oldest sandbox for a start with on_limit=pause_oldest, and states the reason', async () => {
    await pretend(LIMIT - 2);

    const { status, body } = await owner.api.post(path, undefined, { on_limit: 'pause_oldest' });

    expect(status).toBe(200);
    await runningSandbox(owner.api, body.id);
    const paused = await waitForSandbox(owner.api, oldest, 'PAUSED');
    expect(paused.status_detail).toMatch(/make room/);
    expect((await owner.api.get(`${path}/${newest}`)).body.status).toBe('RUNNING');
    expectLimit(await owner.api.post(`${path}/${oldest}/resume`), [newest, body.id]);
  });

  it('applies to a resume, with on_limit=pause_oldest too, and to a start of an existing conversation', async () => {
    await waitForSandbox(owner.api, oldest, 'PAUSED');
    const conversation = await startConversation(owner.api, { sandbox_id: newest });
    await pretend(LIMIT - 2);

    const refused = await owner.api.post(`${path}/${oldest}/resume`);
    const made = await owner.api.post(`${path}/${oldest}/resume`, undefined, { on_limit: 'pause_oldest' });

    expectProblem(refused, 429, 'concurrency_limit_exceeded');
    expect([made.status, made.body]).toEqual([200, { success: true }]);
    await runningSandbox(owner.api, oldest);
    await waitForSandbox(owner.api, newest, 'PAUSED');
    const start = await owner.api.post(`/api/conversations/${conversation.id}/start`, { providers_set: null });
    expectProblem(start, 429, 'concurrency_limit_exceeded');
  });

  it('is repaired by a sweep when the count is wrong', async () => {
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
