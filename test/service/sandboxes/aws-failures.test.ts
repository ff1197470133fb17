import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf, waitForBelongings } from '../../support/service/belongings.ts';
import {
  type StartedConversation,
  startConversation,
  waitForAnswer,
  waitForSandbox,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { type Fault, Faults } from '../../support/service/faults.ts';
import { anonymous, newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { processesOf, waitUntilNothingRunsOf } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { skipPause } from '../../support/service/time.ts';
import { Workspaces } from '../../support/service/workspaces.ts';

const { stateDirectory } = service();

const taskEvents = { service: 'events', action: 'ECS Task State Change' } as const;
const ofStopTask = { service: 'ecs', action: 'StopTask' } as const;
const ofTransaction = { service: 'dynamodb', action: 'TransactWriteItems', times: 1 } as const;

const stopFaults: readonly Fault[] = [
  { ...ofStopTask, kind: 'error', times: 2 },
  { ...ofStopTask, kind: 'drop-answer', times: 1 },
  // The service hears of the end of the first task when the second one runs.
  { ...taskEvents, kind: 'repeat', times: 2 },
  { ...taskEvents, kind: 'delay', milliseconds: 4_000, times: 6 },
];

describe.runIf(stateDirectory !== null)('the service on a failing cloud', () => {
  const faults = new Faults(stateDirectory ?? '');

  const ALWAYS = 1000;
  const ofRunTask = { service: 'ecs', action: 'RunTask', times: 1 } as const;

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

  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => faults.clear());

  async function addAll(wanted: readonly Fault[]): Promise<void> {
    for (const fault of wanted) await faults.add(fault);
  }

  it('answers 503 while the database is down, and 401 only for a missing key', async () => {
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

  it('answers 500 with no more than an id when a query fails', async () => {
    await faults.add({ service: 'dynamodb', action: 'Query', kind: 'error', times: ALWAYS });

    const answer = await owner.api.get('/api/v1/sandboxes/search');

    expectProblem(answer, 500, 'internal_error');
    expect(answer.text).not.toMatch(/InternalServerError|dynamo|at \w+ \(/i);
  });

  describe('one sandbox through its whole life', () => {
    let conversation: StartedConversation;
    const path = () => `/api/v1/sandboxes/${conversation.sandboxId}`;

    it('starts one conversation in one process although every call fails once and events repeat', async () => {
      await addAll(startFaults);

      conversation = await startConversation(owner.api, {
        initial_message: { content: [{ type: 'text', text: 'hello' }] },
      });

      expect(await waitForAnswer(conversation)).toContain('You said: hello');
      expect(await processesOf(conversation.sandboxId)).toHaveLength(1);
      const filter = { sandbox_id__eq: conversation.sandboxId };
      expect((await owner.api.get('/api/v1/app-conversations', filter)).body.items).toHaveLength(1);
    });

    it('stops once and starts once although StopTask fails and events come late', async () => {
      await addAll(stopFaults);

      await owner.api.post(`${path()}/pause`);
      await waitUntilNothingRunsOf(conversation.sandboxId);
      await owner.api.post(`${path()}/resume`);
      await waitForSandbox(owner.api, conversation.sandboxId, 'RUNNING');

      expect(await processesOf(conversation.sandboxId)).toHaveLength(1);
    });

    it('accepts a resume while it still stops, and gets a new session key', async () => {
      await faults.add({ ...ofStopTask, kind: 'delay', milliseconds: 2_000, times: 1 });
      await owner.api.post(`${path()}/pause`);
      await faults.committed();

      const { body } = await owner.api.post(`${path()}/resume`);

      expect(body).toEqual({ success: true });
      const { session_api_key: newKey } = await waitForSandbox(owner.api, conversation.sandboxId, 'RUNNING');
      expect(newKey).not.toBe(conversation.sessionKey);
      expect(await processesOf(conversation.sandboxId)).toHaveLength(1);
    });

    it('answers 404 and leaves no process when it is deleted while it still stops', async () => {
      await faults.add({ ...ofStopTask, kind: 'delay', milliseconds: 2_000, times: 1 });
      await owner.api.post(`${path()}/pause`);
      await faults.committed();

      await owner.api.delete(path());

      expectProblem(await owner.api.get(path()), 404, 'not_found');
      await waitUntilNothingRunsOf(conversation.sandboxId);
    });
  });
});

const state = stateDirectory ?? '';

describe.runIf(stateDirectory !== null)('a start that ECS refuses', () => {
  const faults = new Faults(state);

  const ALWAYS = 1_000;

  const ofRunTask = { service: 'ecs', action: 'RunTask', times: ALWAYS } as const;

  let owner: Owner;
  let waiting: string;
  let paused: string;
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => faults.clear());

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const start = async (): Promise<string> => (await owner.api.post('/api/v1/sandboxes')).body.id;

  it('waits for capacity with a status detail, and starts when capacity returns', async () => {
    await faults.add({ ...ofRunTask, kind: 'capacity' });
    [waiting, paused] = await Promise.all([start(), start()]);

    const found = await Promise.all(
      [waiting, paused].map((id) =>
        eventually('it says why it waits', async () => {
          const { body } = await owner.api.get(path(id));
          return body.status_detail === null ? undefined : body;
        }),
      ),
    );

    for (const body of found)
      expect(body).toMatchObject({ status: 'STARTING', status_detail: expect.stringMatching(/capacity/i) });
    await owner.api.post(`${path(paused)}/pause`);
    await faults.clear();
    expect((await waitForSandbox(owner.api, waiting, 'RUNNING')).status_detail).toBeNull();
    expect((await belongingsOf(state, waiting)).live).toHaveLength(1);
  });

  it('ends without a task when the sandbox is paused while it waits for capacity', async () => {
    await waitForSandbox(owner.api, paused, 'PAUSED');
    await waitForBelongings(state, paused, [0, 0, 0]);
  });

  it('fails at once on a missing permission without leaving a resource, and can be resumed after the grant', async () => {
    const error = 'AccessDeniedException';
    await faults.add({ ...ofRunTask, kind: 'refuse', error, message: 'User: x is not authorized: ecs:RunTask' });
    await owner.api.post(`${path(paused)}/resume`);

    const failed = await waitForSandbox(owner.api, paused, 'ERROR');

    expect(failed.status_detail).toMatch(/lacks a permission/);
    await waitForBelongings(state, paused, [0, 0, 0]);
    await faults.clear();
    await owner.api.post(`${path(paused)}/resume`);
    await waitForSandbox(owner.api, paused, 'RUNNING');
  });
});

const ofCreateSnapshot = { service: 'ec2', action: 'CreateSnapshot', times: 1 } as const;
const ofDeleteVolume = { service: 'ec2', action: 'DeleteVolume' } as const;
const ofNotifications = { service: 'events', action: 'EBS Snapshot Notification', times: 1 } as const;

const saveFaults: readonly Fault[] = [
  { ...ofCreateSnapshot, kind: 'throttle' },
  { ...ofCreateSnapshot, kind: 'error' },
  { ...ofCreateSnapshot, kind: 'refuse', error: 'SnapshotCreationPerVolumeRateExceeded' },
  { ...ofCreateSnapshot, kind: 'drop-answer' },
  { ...ofNotifications, kind: 'repeat' },
  { ...ofDeleteVolume, kind: 'drop-answer', times: 1 },
];

describe.runIf(stateDirectory !== null)('the workspace of a sandbox', () => {
  const faults = new Faults(state);

  let workspaces: Workspaces;
  let often = '';
  let unheard = '';

  beforeAll(async () => {
    workspaces = new Workspaces(state, await newOwner());
    [often, unheard] = await Promise.all([workspaces.start(), workspaces.start()]);
  });
  afterEach(() => faults.clear());

  it('is saved although each call of EC2 fails once and its event comes twice', async () => {
    for (const fault of saveFaults) await faults.add(fault);

    await workspaces.pause(often);
    await workspaces.savedAtLast(often);

    await workspaces.expectResumed(often);
    await faults.committed();
  });

  it('is saved before a resume that comes during the save', async () => {
    await faults.add({ ...ofCreateSnapshot, kind: 'slow', milliseconds: 200_000 });
    await workspaces.pause(often);
    await eventually('the snapshot is under way', async () =>
      (await belongingsOf(state, often)).snapshots.some(({ state: now }) => now === 'pending') ? true : undefined,
    );

    expect((await workspaces.resume(often)).body).toEqual({ success: true });

    expect(await workspaces.read(often)).toMatchObject({ status: 'STARTING', session_api_key: null });
    await faults.clear();
    await workspaces.expectResumed(often);
  });

  it('stays on its volume when the save fails, and is saved at the next resume', async () => {
    await faults.add({ ...ofCreateSnapshot, kind: 'fail', message: 'no room', times: 100 });
    await workspaces.pause(often);

    const failed = await eventually('it has failed', async () => {
      await skipPause(state, often);
      const body = await workspaces.read(often);
      return body.status === 'ERROR' ? body : undefined;
    });

    expect(failed.status_detail).toMatch(/could not be saved: no room\. Its disk is kept/);
    expect((await belongingsOf(state, often)).volumes).toHaveLength(1);
    await faults.clear();
    await workspaces.expectResumed(often);
  });

  it('is saved by the sweep when its event is lost and EC2 refuses to delete the volume', async () => {
    await faults.add({ ...ofNotifications, kind: 'drop' });
    await faults.add({ ...ofDeleteVolume, kind: 'refuse', error: 'VolumeInUse', times: 2 });
    await workspaces.pause(unheard);

    await withSweeps(state, Promise.all([workspaces.saved(unheard), faults.committed()]));
    await workspaces.expectResumed(unheard);
  });

  it('leaves no duplicate resource, and none after the deletion of its sandbox', () => workspaces.expectNothingTwice());
});
