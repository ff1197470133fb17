import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startConversation, waitForAnswer, waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { type Fault, Faults } from './support/faults.ts';
import { newOwner, nobody, type Owner, service } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';
import { processesOf, startSandbox, waitUntilNothingRunsOf } from './support/sandboxes.ts';

const { stateDirectory } = service();
const faults = new Faults(stateDirectory ?? '');

/** More than any client tries again. */
const ALWAYS = 1000;

/** Longer than the minute between two sweeps, which mend what no event told. */
const SWEEP_PATIENCE = 120_000;

const taskEvents = { service: 'events', action: 'ECS Task State Change' } as const;

describe.runIf(stateDirectory !== null)('a cloud that misbehaves', () => {
  let owner: Owner;
  /** What only a sweep can mend is started first, and looked at last. */
  let withoutCapacity: string;
  let withoutEvents: string;

  beforeAll(async () => {
    owner = await newOwner();
    await faults.add({ service: 'ecs', action: 'RunTask', kind: 'capacity', times: 1 });
    withoutCapacity = (await owner.api.post('/api/v1/sandboxes')).body.id;
    await faults.committed();

    await faults.add({ ...taskEvents, kind: 'drop', times: ALWAYS });
    withoutEvents = (await owner.api.post('/api/v1/sandboxes')).body.id;
    await eventually('its process is there and nobody was told', async () => {
      const isThere = (await processesOf(withoutEvents)).length > 0;
      return isThere && (await faults.happened(ALWAYS)) >= 3 ? true : undefined;
    });
    await faults.clear();
  });
  afterEach(() => faults.clear());

  const fault = (wanted: Fault) => faults.add(wanted);

  it('does not hide that the database is away', async () => {
    await fault({ service: 'dynamodb', kind: 'error', times: ALWAYS });

    const ready = await nobody().get('/ready');
    const alive = await nobody().get('/alive');
    const unchecked = await owner.api.get('/api/keys/current');

    expectProblem(ready, 503, 'unavailable');
    expect([ready.headers.get('retry-after'), ready.body.retry_after_seconds]).toEqual(['5', 5]);
    expect(alive.status).toBe(200);
    // Nobody is told that a good key is bad because it could not be looked up.
    expectProblem(unchecked, 503, 'unavailable');
    expect((await nobody().get('/api/keys/current')).status).toBe(401);
  });

  it.each([
    ['GET', '/api/v1/app-conversations/search'],
    ['GET', '/api/conversations'],
    ['GET', '/api/v1/sandboxes/search'],
  ])('says no more than an id when %s %s fails inside', async (method, path) => {
    await fault({ service: 'dynamodb', action: 'Query', kind: 'error', times: ALWAYS });

    const answer = await owner.api.send(method, path);

    expectProblem(answer, 500, 'internal_error');
    expect(answer.text).not.toMatch(/InternalServerError|dynamo|at \w+ \(/i);
  });

  it.each([
    [{ service: 'ecs', action: 'RunTask', kind: 'drop-answer', times: 1 }],
    [{ service: 'ecs', action: 'RunTask', kind: 'throttle', times: 1 }],
    [{ service: 'ecs', action: 'RunTask', kind: 'error', times: 1 }],
    [{ service: 'lambda', kind: 'error', times: 1 }],
    [{ service: 'secretsmanager', kind: 'throttle', times: 1 }],
    [{ service: 'dynamodb', action: 'TransactWriteItems', kind: 'drop-answer', times: 1 }],
    [{ service: 'dynamodb', action: 'TransactWriteItems', kind: 'throttle', times: 1 }],
    [{ ...taskEvents, kind: 'repeat', times: 6 }],
    [{ ...taskEvents, kind: 'reorder', times: 6 }],
    [{ ...taskEvents, kind: 'delay', milliseconds: 3_000, times: 6 }],
  ] as const)('starts one conversation in one process in spite of %o', async (wanted) => {
    await fault(wanted);

    const conversation = await startConversation(owner.api, {
      initial_message: { content: [{ type: 'text', text: 'hello' }] },
    });

    expect(await waitForAnswer(conversation)).toContain('You said: hello');
    expect(await processesOf(conversation.sandboxId)).toHaveLength(1);
    const { items } = (await owner.api.get('/api/v1/app-conversations', { sandbox_id__eq: conversation.sandboxId }))
      .body;
    expect(items).toHaveLength(1);
  });

  it.each([
    [{ service: 'ecs', action: 'StopTask', kind: 'error', times: 2 }],
    [{ service: 'ecs', action: 'StopTask', kind: 'drop-answer', times: 1 }],
    [{ ...taskEvents, kind: 'repeat', times: 6 }],
    [{ ...taskEvents, kind: 'reorder', times: 6 }],
    // The end of the first task is told when the second one runs.
    [{ ...taskEvents, kind: 'delay', milliseconds: 4_000, times: 6 }],
  ] as const)('stops and starts a sandbox again in spite of %o', async (wanted) => {
    const { id } = await startSandbox(owner.api);
    await fault(wanted);

    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    await waitUntilNothingRunsOf(id);
    await owner.api.post(`/api/v1/sandboxes/${id}/resume`);
    await waitForSandbox(owner.api, id, 'RUNNING');

    expect(await processesOf(id)).toHaveLength(1);
  });

  it('takes a resume while the sandbox still stops, and gives it a new key', async () => {
    const { id, sessionKey } = await startSandbox(owner.api);
    await fault({ service: 'ecs', action: 'StopTask', kind: 'delay', milliseconds: 2_000, times: 1 });
    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    await faults.committed();

    const { body } = await owner.api.post(`/api/v1/sandboxes/${id}/resume`);

    expect(body).toEqual({ success: true });
    const { session_api_key: newKey } = await waitForSandbox(owner.api, id, 'RUNNING');
    expect(newKey).not.toBe(sessionKey);
    expect(await processesOf(id)).toHaveLength(1);
  });

  it('deletes a sandbox that still stops', async () => {
    const { id } = await startSandbox(owner.api);
    await fault({ service: 'ecs', action: 'StopTask', kind: 'delay', milliseconds: 2_000, times: 1 });
    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    await faults.committed();

    await owner.api.delete(`/api/v1/sandboxes/${id}`);

    expectProblem(await owner.api.get(`/api/v1/sandboxes/${id}`), 404, 'not_found');
    await waitUntilNothingRunsOf(id);
  });

  it('starts a sandbox that found no capacity at first', async () => {
    const { status_detail: detail } = await waitForSandbox(owner.api, withoutCapacity, 'RUNNING', SWEEP_PATIENCE);

    expect(detail).toBeNull();
    expect(await processesOf(withoutCapacity)).toHaveLength(1);
  });

  it('starts a sandbox of which no event told', async () => {
    await waitForSandbox(owner.api, withoutEvents, 'RUNNING', SWEEP_PATIENCE);

    expect(await processesOf(withoutEvents)).toHaveLength(1);
  });
});
