import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf, waitForBelongings } from './support/belongings.ts';
import { waitForSandbox } from './support/conversations.ts';
import { type Call, CRASH_PATIENCE, underCrashes } from './support/crashes.ts';
import { Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

const SANDBOXES = 6;

/** What reconcilers ask of AWS: the one that hears of changes, the one that waits and the one that sweeps. */
const starting: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'UpdateItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['ecs', 'RunTask'],
  ['lambda', 'Invoke'],
];
const deleting: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['ecs', 'StopTask'],
  ['ec2', 'DeleteVolume'],
];

describe.runIf(stateDirectory !== null)(
  'sandboxes whose reconcilers are killed before and after each of their calls',
  () => {
    let owner: Owner;
    let ids: readonly string[];

    beforeAll(async () => {
      owner = await newOwner();
    });
    afterEach(() => new Faults(state).clear());

    const all = <T>(work: (id: string) => Promise<T>) => Promise.all(ids.map(work));

    it('start, each with one task', { timeout: CRASH_PATIENCE }, async () => {
      await underCrashes(state, starting, async () => {
        const started = Array.from({ length: SANDBOXES }, () => owner.api.post('/api/v1/sandboxes'));
        ids = (await Promise.all(started)).map(({ body }) => body.id);
        await all((id) => waitForSandbox(owner.api, id, 'RUNNING', CRASH_PATIENCE));
      });

      for (const id of ids) expect((await belongingsOf(state, id)).tasks).toHaveLength(1);
    });

    it('go without a trace', { timeout: CRASH_PATIENCE }, async () => {
      await underCrashes(state, deleting, async () => {
        await all((id) => owner.api.delete(`/api/v1/sandboxes/${id}`));
        await all((id) => waitForBelongings(state, id, [0, 0, 0], CRASH_PATIENCE));
      });
    });
  },
);
