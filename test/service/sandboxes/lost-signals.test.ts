import { afterEach, beforeEach, describe, it } from 'vitest';
import { belongingsOf, waitForBelongings } from '../../support/service/belongings.ts';
import { reached, waitForSandbox, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { type Fault, Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { passTime, passTimeOfStartTask } from '../../support/service/time.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const owner = await newOwner();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ALWAYS = 1_000_000;

/** In seconds. The sweep continues a start task that was not written for so long. */
const QUIET = 31;

/** In seconds. After so long without a change, a wake-up also reads the task and the snapshot. */
const SILENCE = 21;

function broken(id: string, action: string): Fault {
  return { service: 'dynamodb', action, kind: 'error', function: id, times: ALWAYS };
}

describe.runIf(stateDirectory !== null)('lost signals', () => {
  afterEach(() => faults.clear());

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const read = async (id: string) => (await owner.api.get(path(id))).body;
  const start = async (): Promise<string> => (await owner.api.post('/api/v1/sandboxes')).body.id;

  /** Calls the wake-up worker, each time after a silence, until the condition holds. */
  const wakeUntil = (id: string, what: string, holds: () => Promise<boolean>) =>
    eventually(what, async () => {
      const sleeper = { owner_id: owner.name, sandbox_id: id, at: new Date().toISOString() };
      await callWorker(state, 'wake-sandbox', { sandboxes: [sleeper] });
      if (await holds()) return true;
      await passTime(state, id, SILENCE);
      return undefined;
    });

  async function isGone(id: string): Promise<boolean> {
    const { live, volumes, snapshots } = await belongingsOf(state, id);
    return live.length + volumes.length + snapshots.length === 0;
  }

  describe('while no function receives any change', () => {
    beforeEach(async () => {
      await faults.add(broken('reconcile-sandbox', 'GetItem'));
      await faults.add(broken('dispatch-start-tasks', 'Query'));
    });

    it('the sweep alone starts a conversation, saves its workspace and deletes its sandbox', async () => {
      const { body: task } = await owner.api.post('/api/v1/app-conversations', {});
      await withSweeps(state, waitForTask(owner.api, task.id, 'READY'), () =>
        passTimeOfStartTask(state, task.id, QUIET),
      );
      const { sandboxId } = await reached(owner.api, task.conversation_id);

      await owner.api.post(`${path(sandboxId)}/pause`);
      await withSweeps(state, waitForBelongings(state, sandboxId, [0, 0, 1]));

      await owner.api.delete(path(sandboxId));
      await withSweeps(state, waitForBelongings(state, sandboxId, [0, 0, 0]));
    });

    it('wake-ups alone start a sandbox and delete it while it runs', async () => {
      const id = await start();
      await wakeUntil(id, 'it runs', async () => (await read(id)).status === 'RUNNING');

      await owner.api.delete(path(id));

      await wakeUntil(id, 'nothing is left', () => isGone(id));
    });
  });

  it('a pause ends a start whose answer and events were lost, and a deletion leaves no resource of it', async () => {
    await faults.add({ service: 'events', kind: 'drop', times: ALWAYS });
    await faults.add({ service: 'ecs', action: 'RunTask', kind: 'drop-answer', times: ALWAYS });
    const [paused, deleted] = await Promise.all([start(), start()]);
    await Promise.all(
      [paused, deleted].map(async (id) => {
        await waitForBelongings(state, id, [1, 1, 0]);
        await eventually('its answer is missed', async () => (await read(id)).status_detail !== null);
      }),
    );

    await Promise.all([owner.api.post(`${path(paused)}/pause`), owner.api.delete(path(deleted))]);
    await faults.clear();

    const gone = [paused, deleted].map((id) => waitForBelongings(state, id, [0, 0, 0]));
    await withSweeps(state, Promise.all(gone));
    await waitForSandbox(owner.api, paused, 'PAUSED');
  });
});
