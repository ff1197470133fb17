import { afterEach, describe, expect, it } from 'vitest';
import {
  type StartedConversation,
  startConversation,
  waitForAnswer,
  waitForSandbox,
} from '../../support/service/conversations.ts';
import { type Fault, Faults } from '../../support/service/faults.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { agentsOf, waitUntilNothingRunsOf } from '../../support/service/sandboxes.ts';

const { stateDirectory } = service();
const owner = await newOwner();
const faults = new Faults(stateDirectory ?? '');

const ALWAYS = 1000;

const taskEvents = { service: 'events', action: 'ECS Task State Change' } as const;
const ofRunTask = { service: 'ecs', action: 'RunTask', times: 1 } as const;
const ofStopTask = { service: 'ecs', action: 'StopTask' } as const;
const ofTransaction = { service: 'dynamodb', action: 'TransactWriteItems', times: 1 } as const;

const startFaults: readonly Fault[] = [
  { ...ofRunTask, kind: 'drop-answer' },
  { ...ofRunTask, kind: 'throttle' },
  { ...ofRunTask, kind: 'error' },
  { service: 'lambda', kind: 'error', times: 1 },
  { service: 'secretsmanager', kind: 'throttle', times: 1 },
  { ...ofTransaction, kind: 'drop-answer' },
  { ...ofTransaction, kind: 'throttle' },
  { ...taskEvents, kind: 'repeat', times: 3 },
  { ...taskEvents, kind: 'reorder', times: 6 },
];

const stopFaults: readonly Fault[] = [
  { ...ofStopTask, kind: 'error', times: 2 },
  { ...ofStopTask, kind: 'drop-answer', times: 1 },
  // The service learns of the end of the first task only when the second one runs.
  { ...taskEvents, kind: 'repeat', times: 2 },
  { ...taskEvents, kind: 'delay', milliseconds: 4_000, times: 6 },
];

describe.runIf(stateDirectory !== null)('the service on a failing cloud', () => {
  afterEach(() => faults.clear());

  async function addAll(wanted: readonly Fault[]): Promise<void> {
    for (const fault of wanted) await faults.add(fault);
  }

  it('returns 503 while the database is down, and 401 only for a missing key', async () => {
    await faults.add({ service: 'dynamodb', kind: 'error', times: ALWAYS });

    const ready = await anonymous().get('/ready');
    const alive = await anonymous().get('/alive');
    const unchecked = await owner.api.get('/api/keys/current');

    expectProblem(ready, 503, 'unavailable');
    expect([ready.headers.get('retry-after'), ready.body.retry_after_seconds]).toEqual(['5', 5]);
    expect(alive.status).toBe(200);
    expectProblem(unchecked, 503, 'unavailable');
    expect((await anonymous().get('/api/keys/current')).status).toBe(401);
  });

  it('returns 500 with only a request id when a query fails', async () => {
    await faults.add({ service: 'dynamodb', action: 'Query', kind: 'error', times: ALWAYS });

    const answer = await owner.api.get('/api/v1/sandboxes/search');

    expectProblem(answer, 500, 'internal_error');
    expect(answer.text).not.toMatch(/InternalServerError|dynamo|at \w+ \(/i);
  });

  describe('one sandbox from its start to its deletion', () => {
    let conversation: StartedConversation;
    const path = () => `/api/v1/sandboxes/${conversation.sandboxId}`;

    it('starts one conversation in one process although every call fails once and events repeat', async () => {
      await addAll(startFaults);

      conversation = await startConversation(owner.api, {
        initial_message: { content: [{ type: 'text', text: 'hello' }] },
      });

      expect(await waitForAnswer(conversation)).toContain('You said: hello');
      expect(await agentsOf(conversation.sandboxId)).toHaveLength(1);
      const filter = { sandbox_id__eq: conversation.sandboxId };
      expect((await owner.api.get('/api/v1/app-conversations', filter)).body.items).toHaveLength(1);
    });

    it('stops once and starts once although StopTask fails and events arrive late', async () => {
      await addAll(stopFaults);

      await owner.api.post(`${path()}/pause`);
      await waitUntilNothingRunsOf(conversation.sandboxId);
      await owner.api.post(`${path()}/resume`);
      await waitForSandbox(owner.api, conversation.sandboxId, 'RUNNING');

      expect(await agentsOf(conversation.sandboxId)).toHaveLength(1);
    });

    it('accepts a resume while it is stopping, and keeps its session key', async () => {
      await faults.add({ ...ofStopTask, kind: 'delay', milliseconds: 2_000, times: 1 });
      await owner.api.post(`${path()}/pause`);
      await faults.committed();

      const { body } = await owner.api.post(`${path()}/resume`);

      expect(body).toEqual({ success: true });
      const { session_api_key: key } = await waitForSandbox(owner.api, conversation.sandboxId, 'RUNNING');
      expect(key).toBe(conversation.sessionKey);
      expect(await agentsOf(conversation.sandboxId)).toHaveLength(1);
    });

    it('returns 404 and leaves no process when it is deleted while it is stopping', async () => {
      await faults.add({ ...ofStopTask, kind: 'delay', milliseconds: 2_000, times: 1 });
      await owner.api.post(`${path()}/pause`);
      await faults.committed();

      await owner.api.delete(path());

      expectProblem(await owner.api.get(path()), 404, 'not_found');
      await waitUntilNothingRunsOf(conversation.sandboxId);
    });
  });
});
