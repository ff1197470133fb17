import { afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { belongingsOf } from './support/belongings.ts';
import { eventually } from './support/eventually.ts';
import { Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { passTime } from './support/time.ts';
import { callWorker } from './support/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ALWAYS = 1_000_000;

/** In seconds: after so long without news, whoever looks at a sandbox looks at its task and its snapshot too. */
const SILENCE = 21;

const ofRunTask = { service: 'ecs', action: 'RunTask', times: ALWAYS } as const;

describe.runIf(stateDirectory !== null)('a wake-up, when nobody hears of any change', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });
  beforeEach(async () => {
    const reconciler = { service: 'dynamodb', action: 'GetItem', function: 'reconcile-sandbox' } as const;
    await faults.add({ ...reconciler, kind: 'error', times: ALWAYS });
  });
  afterEach(() => faults.clear());

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const read = async (id: string) => (await owner.api.get(path(id))).body;
  const start = async (): Promise<string> => (await owner.api.post('/api/v1/sandboxes')).body.id;
  const hasStatus = async (id: string, status: string) => (await read(id)).status === status;

  const wake = (id: string) =>
    callWorker(state, 'wake-sandbox', { owner_id: owner.name, sandbox_id: id, at: new Date().toISOString() });

  /** Wakes a sandbox, after a silence each time, until the condition holds. */
  const wakeUntil = (id: string, what: string, holds: () => Promise<boolean>) =>
    eventually(what, async () => {
      await wake(id);
      if (await holds()) return true;
      await passTime(state, id, SILENCE);
      return undefined;
    });

  async function isGone(id: string): Promise<boolean> {
    const { live, volumes, snapshots } = await belongingsOf(state, id);
    return live.length + volumes.length + snapshots.length === 0;
  }

  it('does whatever is due', async () => {
    const id = await start();

    await wakeUntil(id, 'it runs', () => hasStatus(id, 'RUNNING'));
    await owner.api.post(`${path(id)}/pause`);
    await wakeUntil(id, 'it is saved', async () => (await read(id)).expires_at !== null);
    await owner.api.delete(path(id));

    await wakeUntil(id, 'nothing is left', () => isGone(id));
  });

  it('ends a start of which nobody heard', async () => {
    await faults.add({ ...ofRunTask, kind: 'drop-answer' });
    const id = await start();
    // It waits for its next try by itself.
    const woken = wake(id);
    await eventually('its answer is missed', async () => ((await read(id)).status_detail === null ? undefined : true));

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
