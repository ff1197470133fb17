import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf, waitForBelongings } from './support/belongings.ts';
import { waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { type Fault, Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ofRunTask = { service: 'ecs', action: 'RunTask' } as const;

/** More than are made while a test looks. */
const ALWAYS = 1_000;

describe.runIf(stateDirectory !== null)('a start that ECS refuses', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => faults.clear());

  const read = async (id: string) => (await owner.api.get(`/api/v1/sandboxes/${id}`)).body;

  async function startUnder(fault: Fault): Promise<string> {
    await faults.add(fault);
    return (await owner.api.post('/api/v1/sandboxes')).body.id;
  }

  it.each<[string, Fault, RegExp]>([
    ['there is no capacity', { ...ofRunTask, kind: 'capacity', times: ALWAYS }, /capacity/i],
    [
      'the vCPU quota is used up',
      {
        ...ofRunTask,
        kind: 'capacity',
        reason: 'You’ve reached the limit on the number of vCPUs you can run concurrently',
        times: ALWAYS,
      },
      /vCPU/,
    ],
    [
      'the quota is told as an exception',
      {
        ...ofRunTask,
        kind: 'refuse',
        error: 'ThrottlingException',
        message: "You've reached the limit on the number of vCPUs you can run concurrently",
        times: ALWAYS,
      },
      /vCPU/,
    ],
    ['it is throttled', { ...ofRunTask, kind: 'throttle', times: ALWAYS }, /asked to wait/],
  ])('waits and says so when %s', async (_what, fault, words) => {
    const id = await startUnder(fault);

    const waiting = await eventually('it says why it waits', async () => {
      const sandbox = await read(id);
      return sandbox.status_detail === null ? undefined : sandbox;
    });

    expect(waiting).toMatchObject({ status: 'STARTING', status_detail: expect.stringMatching(words) });
    await faults.clear();
    expect((await waitForSandbox(owner.api, id, 'RUNNING')).status_detail).toBeNull();
    expect((await belongingsOf(state, id)).live).toHaveLength(1);
  });

  it.each<[string, string, RegExp]>([
    ['InvalidParameterException', 'Invalid CPU value specified', /Invalid CPU value specified/],
    ['ClientException', 'TaskDefinition is inactive', /TaskDefinition is inactive/],
    ['AccessDeniedException', 'User: x is not authorized to perform: ecs:RunTask', /lacks a permission/],
    ['BlockedException', 'Your account is currently blocked', /lacks a permission/],
  ])('fails at once on %s, and costs nothing', async (error, message, words) => {
    const id = await startUnder({ ...ofRunTask, kind: 'refuse', error, message, times: ALWAYS });

    const failed = await waitForSandbox(owner.api, id, 'ERROR');

    expect(failed.status_detail).toMatch(words);
    await waitForBelongings(state, id, [0, 0, 0]);
    await faults.clear();
    await owner.api.post(`/api/v1/sandboxes/${id}/resume`);
    await waitForSandbox(owner.api, id, 'RUNNING');
  });

  it('is one task when the answer was lost, and its repetition too', async () => {
    const id = await startUnder({ ...ofRunTask, kind: 'drop-answer', times: 4 });

    await waitForSandbox(owner.api, id, 'RUNNING');

    expect((await belongingsOf(state, id)).tasks).toHaveLength(1);
  });

  it('does not start any more when it was paused while it waited', async () => {
    const id = await startUnder({ ...ofRunTask, kind: 'capacity', times: ALWAYS });
    await eventually('it waits', async () => ((await read(id)).status_detail === null ? undefined : true));

    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    await faults.clear();

    await waitForSandbox(owner.api, id, 'PAUSED');
    await waitForBelongings(state, id, [0, 0, 0]);
  });
});
