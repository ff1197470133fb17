import { afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { belongingsOf, waitForBelongings } from './support/belongings.ts';
import { withSweeps } from './support/control.ts';
import { reached, waitForSandbox, waitForTask } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { type Fault, Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { callWorker } from './support/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

/** Workers that nobody calls look only after some seconds of silence, in each phase anew. */
const PATIENCE = 150_000;
const ALWAYS = 1_000_000;

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
  const isSaved = async (id: string) => (await read(id)).expires_at !== null;

  describe('and nobody hears of any change', () => {
    beforeEach(async () => {
      await faults.add(broken('reconcile-sandbox', 'GetItem'));
      await faults.add(broken('dispatch-start-tasks', 'Query'));
    });

    it('the sweep alone starts, saves and deletes', { timeout: PATIENCE }, async () => {
      const toRun = (await owner.api.post('/api/v1/sandboxes')).body.id;
      const { body: task } = await owner.api.post('/api/v1/app-conversations', {});
      const starting = [waitForTask(owner.api, task.id, 'READY'), waitForSandbox(owner.api, toRun, 'RUNNING')];
      await withSweeps(state, Promise.all(starting));
      const { sandboxId: toPause } = await reached(owner.api, task.app_conversation_id);

      await owner.api.delete(path(toRun));
      await owner.api.post(`${path(toPause)}/pause`);
      const ending = [waitForBelongings(state, toRun, [0, 0, 0]), waitForBelongings(state, toPause, [0, 0, 1])];
      await withSweeps(state, Promise.all(ending));
      await owner.api.delete(path(toPause));

      await withSweeps(state, waitForBelongings(state, toPause, [0, 0, 0]));
    });

    describe('a wake-up', () => {
      const wake = (id: string) =>
        callWorker(state, 'wake-sandbox', { owner_id: owner.name, sandbox_id: id, at: new Date().toISOString() });
      /** Wakes a sandbox until the condition holds. */
      const wakeUntil = (id: string, what: string, holds: () => Promise<boolean>) =>
        eventually(what, async () => {
          await wake(id);
          return (await holds()) ? true : undefined;
        });
      const start = async (): Promise<string> => (await owner.api.post('/api/v1/sandboxes')).body.id;
      const hasStatus = async (id: string, status: string) => (await read(id)).status === status;

      async function isGone(id: string): Promise<boolean> {
        const { live, volumes, snapshots } = await belongingsOf(state, id);
        return live.length + volumes.length + snapshots.length === 0;
      }

      it('does whatever is due', { timeout: PATIENCE }, async () => {
        const id = await start();

        await wakeUntil(id, 'it runs', () => hasStatus(id, 'RUNNING'));
        await owner.api.post(`${path(id)}/pause`);
        await wakeUntil(id, 'it is saved', () => isSaved(id));
        await owner.api.delete(path(id));

        await wakeUntil(id, 'nothing is left', () => isGone(id));
      });

      it('ends a start of which nobody heard', { timeout: PATIENCE }, async () => {
        await faults.add({ ...ofRunTask, kind: 'drop-answer' });
        const id = await start();
        // It waits for its next try by itself.
        const woken = wake(id);
        await isMissed(id);

        await owner.api.delete(path(id));

        await woken;
        await wakeUntil(id, 'nothing is left', () => isGone(id));
      });

      it('gives up what cannot start', async () => {
        await faults.add({ ...ofRunTask, kind: 'refuse', error: 'InvalidParameterException' });
        const id = await start();

        await wakeUntil(id, 'it has failed', () => hasStatus(id, 'ERROR'));
      });
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
