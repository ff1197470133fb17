import { afterEach, describe, expect, it } from 'vitest';
import {
  belongingsOf,
  foundInWorkspace,
  leaveInWorkspace,
  waitForBelongings,
} from '../../support/service/belongings.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { type Call, CRASH_PATIENCE, underCrashes } from '../support/crashes.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const owner = await newOwner();

/** Enough sandboxes that other reconcilers are working when one of them dies. */
const SANDBOXES = 3;

/** AWS calls of the reconcilers: the one for changes, the one for wake-ups and the sweep. */
const starting: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'UpdateItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['ecs', 'RunTask'],
  ['lambda', 'Invoke'],
];
const pausing: readonly Call[] = [
  ['dynamodb', 'TransactWriteItems'],
  ['ec2', 'DescribeSnapshots'],
  ['ec2', 'CreateSnapshot'],
  ['ec2', 'DeleteVolume'],
];
const deleting: readonly Call[] = [
  ['ecs', 'StopTask'],
  ['ec2', 'DeleteVolume'],
  ['ec2', 'DeleteSnapshot'],
];

describe.runIf(stateDirectory !== null)('reconcilers that crash at each of their calls', () => {
  const contents = new Map<string, string>();
  let ids: readonly string[];

  afterEach(() => new Faults(state).clear());

  const all = <T>(work: (id: string) => Promise<T>) => Promise.all(ids.map(work));
  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const isSaved = async (id: string) => {
    const { body } = await owner.api.get(path(id));
    if (body.expires_at !== null) return true;
    throw new Error(JSON.stringify(body));
  };
  const pause = async (id: string) => {
    await owner.api.post(`${path(id)}/pause`);
    await eventually(`${id} is saved`, () => isSaved(id), CRASH_PATIENCE);
  };
  /** Another sandbox from its start to its deletion. */
  const oneMore = async () => {
    const { id } = (await owner.api.post('/api/v1/sandboxes')).body;
    await waitForSandbox(owner.api, id, 'RUNNING', CRASH_PATIENCE);
    await pause(id);
    await owner.api.delete(path(id));
    await waitForBelongings(state, id, [0, 0, 0], CRASH_PATIENCE);
  };
  const crashingAt = (calls: readonly Call[], work: () => Promise<unknown>) =>
    underCrashes(state, calls, work, oneMore);

  it('start each sandbox with exactly one task', async () => {
    await crashingAt(starting, async () => {
      const started = Array.from({ length: SANDBOXES }, () => owner.api.post('/api/v1/sandboxes'));
      ids = (await Promise.all(started)).map(({ body }) => body.id);
      await all((id) => waitForSandbox(owner.api, id, 'RUNNING', CRASH_PATIENCE));
    });

    for (const id of ids) expect((await belongingsOf(state, id)).tasks).toHaveLength(1);
  });

  it('pause each sandbox with exactly one snapshot', async () => {
    await all(async (id) => contents.set(id, await leaveInWorkspace(state, id)));

    await crashingAt(pausing, () => all(pause));

    await withSweeps(
      state,
      all((id) => waitForBelongings(state, id, [0, 0, 1], CRASH_PATIENCE)),
    );
  });

  it('resume each sandbox with the workspace that it was paused with', async () => {
    await all((id) => owner.api.post(`${path(id)}/resume`));
    await all((id) => waitForSandbox(owner.api, id, 'RUNNING'));

    await all(async (id) => expect(await foundInWorkspace(state, id)).toBe(contents.get(id)));
    await withSweeps(
      state,
      all((id) => waitForBelongings(state, id, [1, 1, 1])),
    );
  });

  it('leave neither task, volume nor snapshot after a deletion', async () => {
    await crashingAt(deleting, async () => {
      await all((id) => owner.api.delete(path(id)));
      await all((id) => waitForBelongings(state, id, [0, 0, 0], CRASH_PATIENCE));
    });
  });
});
