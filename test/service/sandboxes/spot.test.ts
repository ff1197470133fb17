import { afterEach, describe, expect, it } from 'vitest';
import { belongingsOf, foundInWorkspace, leaveInWorkspace } from '../../support/service/belongings.ts';
import { endTask } from '../../support/service/control.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';

const path = '/api/v1/sandboxes';
const { stateDirectory } = service();
const state = stateDirectory ?? '';
const owner = await newOwner();
const faults = new Faults(state);

const read = async (id: string) => (await owner.api.get(`${path}/${id}`)).body;
const start = async (): Promise<string> => (await owner.api.post(path, { capacity: 'spot' })).body.id;

describe.runIf(stateDirectory !== null)('a sandbox on Spot', () => {
  afterEach(() => faults.clear());

  /** The capacity providers of its tasks, oldest first. */
  const providersOf = async (id: string) =>
    (await belongingsOf(state, id)).tasks
      .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
      .map(({ capacity_provider: provider }) => provider);

  /** Interrupts its task, and waits until it runs again. */
  async function interrupt(id: string): Promise<void> {
    const [task] = (await belongingsOf(state, id)).live;
    await endTask(state, task?.id ?? '', 'spot-interruption');
    await eventually('it runs with another task', async () => {
      const [other] = (await belongingsOf(state, id)).live;
      return other && other.id !== task?.id && (await read(id)).status === 'RUNNING';
    });
  }

  it('keeps its workspace through interruptions, and goes on on demand after the second', async () => {
    const id = await start();
    expect(await waitForSandbox(owner.api, id, 'RUNNING')).toMatchObject({ capacity: 'spot' });
    const content = await leaveInWorkspace(state, id);

    await interrupt(id);
    await interrupt(id);

    expect(await read(id)).toMatchObject({ status: 'RUNNING', capacity: 'on_demand' });
    expect(await foundInWorkspace(state, id)).toBe(content);
    expect(await providersOf(id)).toEqual(['FARGATE_SPOT', 'FARGATE_SPOT', null]);

    await owner.api.post(`${path}/${id}/pause`);
    expect(await waitForSandbox(owner.api, id, 'PAUSED')).toMatchObject({ capacity: 'spot' });
    await owner.api.post(`${path}/${id}/resume`);
    expect(await waitForSandbox(owner.api, id, 'RUNNING')).toMatchObject({ capacity: 'spot' });
    expect((await providersOf(id)).at(-1)).toBe('FARGATE_SPOT');
  });

  it('starts on demand when Spot has no capacity', async () => {
    await faults.add({ service: 'ecs', kind: 'spot-capacity', times: 1_000 });

    const id = await start();

    expect(await waitForSandbox(owner.api, id, 'RUNNING')).toMatchObject({ capacity: 'on_demand' });
    expect(await providersOf(id)).toEqual([null]);
  });

  it('can be resumed on demand', async () => {
    const id = await start();
    await waitForSandbox(owner.api, id, 'RUNNING');
    await owner.api.post(`${path}/${id}/pause`);
    await waitForSandbox(owner.api, id, 'PAUSED');

    await owner.api.post(`${path}/${id}/resume`, { capacity: 'on_demand' });

    expect(await waitForSandbox(owner.api, id, 'RUNNING')).toMatchObject({ capacity: 'on_demand' });
    expect((await providersOf(id)).at(-1)).toBeNull();
  });
});
