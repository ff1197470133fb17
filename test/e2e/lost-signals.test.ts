import { afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { waitForBelongings } from './support/belongings.ts';
import { reached, waitForSandbox, waitForTask } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { type Fault, Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { withSweeps } from './support/sweeps.ts';
import { passTimeOfStartTask } from './support/time.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ALWAYS = 1_000_000;

/** In seconds: so long the sweep leaves a start task to its worker. */
const QUIET = 31;

/** Makes a function fail at whatever it begins with. */
function broken(id: string, action: string): Fault {
  return { service: 'dynamodb', action, kind: 'error', function: id, times: ALWAYS };
}

const ofRunTask = { service: 'ecs', action: 'RunTask', times: ALWAYS } as const;
const unheard = { service: 'events', kind: 'drop', times: ALWAYS } as const;

describe.runIf(stateDirectory !== null)('when signals are lost', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => faults.clear());

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const read = async (id: string) => (await owner.api.get(path(id))).body;
  const isMissed = (id: string) =>
    eventually('its answer is missed', async () => ((await read(id)).status_detail === null ? undefined : true));

  describe('and nobody hears of any change', () => {
    beforeEach(async () => {
      await faults.add(broken('reconcile-sandbox', 'GetItem'));
      await faults.add(broken('dispatch-start-tasks', 'Query'));
    });

    it('the sweep alone starts, saves and deletes', async () => {
      const toRun = (await owner.api.post('/api/v1/sandboxes')).body.id;
      const { body: task } = await owner.api.post('/api/v1/app-conversations', {});
      const starting = [waitForTask(owner.api, task.id, 'READY'), waitForSandbox(owner.api, toRun, 'RUNNING')];
      await withSweeps(state, Promise.all(starting), () => passTimeOfStartTask(state, task.id, QUIET));
      const { sandboxId: toPause } = await reached(owner.api, task.app_conversation_id);

      await owner.api.delete(path(toRun));
      await owner.api.post(`${path(toPause)}/pause`);
      const ending = [waitForBelongings(state, toRun, [0, 0, 0]), waitForBelongings(state, toPause, [0, 0, 1])];
      await withSweeps(state, Promise.all(ending));
      await owner.api.delete(path(toPause));

      await withSweeps(state, waitForBelongings(state, toPause, [0, 0, 0]));
    });
  });

  it.each(['pause', 'delete'] as const)('a %s ends a start of which nobody heard', async (action) => {
    await faults.add(unheard);
    await faults.add({ ...ofRunTask, kind: 'drop-answer' });
    const { id } = (await owner.api.post('/api/v1/sandboxes')).body;
    await waitForBelongings(state, id, [1, 1, 0]);
    await isMissed(id);

    await (action === 'pause' ? owner.api.post(`${path(id)}/pause`) : owner.api.delete(path(id)));
    await faults.clear();

    await withSweeps(state, waitForBelongings(state, id, [0, 0, 0]));
    if (action === 'pause') await waitForSandbox(owner.api, id, 'PAUSED');
  });
});
