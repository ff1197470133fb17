import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { foundInWorkspace, leaveInWorkspace, waitForBelongings } from './support/belongings.ts';
import { waitForSandbox } from './support/conversations.ts';
import { type Call, CRASH_PATIENCE, underCrashes } from './support/crashes.ts';
import { eventually } from './support/eventually.ts';
import { Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { startSandbox } from './support/sandboxes.ts';
import { withSweeps } from './support/sweeps.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

const SANDBOXES = 4;

/** What reconcilers ask of AWS: the one that hears of changes, the one that waits and the one that sweeps. */
const pausing: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['lambda', 'Invoke'],
  ['ec2', 'DescribeSnapshots'],
  ['ec2', 'CreateSnapshot'],
  ['ec2', 'DeleteVolume'],
];
const deleting: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['ec2', 'DeleteSnapshot'],
];

describe.runIf(stateDirectory !== null)(
  'sandboxes with a workspace, whose reconcilers are killed before and after each of their calls',
  () => {
    const contents = new Map<string, string>();
    let owner: Owner;

    beforeAll(async () => {
      owner = await newOwner();
      const started = await Promise.all(Array.from({ length: SANDBOXES }, () => startSandbox(owner.api)));
      for (const { id } of started) contents.set(id, await leaveInWorkspace(state, id));
    });
    afterEach(() => new Faults(state).clear());

    const all = <T>(work: (id: string) => Promise<T>) => Promise.all([...contents.keys()].map(work));
    const path = (id: string) => `/api/v1/sandboxes/${id}`;

    it('pause, each with one snapshot', { timeout: CRASH_PATIENCE }, async () => {
      await underCrashes(state, pausing, async () => {
        await all((id) => owner.api.post(`${path(id)}/pause`));
        await all((id) =>
          eventually(
            `${id} is saved`,
            async () => ((await owner.api.get(path(id))).body.expires_at === null ? undefined : true),
            CRASH_PATIENCE,
          ),
        );
      });

      await withSweeps(
        state,
        all((id) => waitForBelongings(state, id, [0, 0, 1], CRASH_PATIENCE)),
      );
    });

    it('resume with their workspaces', async () => {
      await all((id) => owner.api.post(`${path(id)}/resume`));
      await all((id) => waitForSandbox(owner.api, id, 'RUNNING'));

      await all(async (id) => expect(await foundInWorkspace(state, id)).toBe(contents.get(id)));
      await withSweeps(
        state,
        all((id) => waitForBelongings(state, id, [1, 1, 1])),
      );
    });

    it('go without a trace', { timeout: CRASH_PATIENCE }, async () => {
      await underCrashes(state, deleting, async () => {
        await all((id) => owner.api.delete(path(id)));
        await all((id) => waitForBelongings(state, id, [0, 0, 0], CRASH_PATIENCE));
      });
    });
  },
);
