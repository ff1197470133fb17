import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { talkable, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { processesOf } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const path = '/api/v1/app-conversations/start-tasks';
const { stateDirectory } = service();

/** Filters, orders, pages and each reason to fail are tested at the handlers, and with the store on the real engine. */
describe.runIf(stateDirectory !== null)('start tasks', () => {
  const faults = new Faults(stateDirectory ?? '');
  let owner: Owner;
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => faults.clear());

  const start = async (request: unknown = {}) => (await owner.api.post('/api/v1/app-conversations', request)).body;

  it('end in ERROR when their sandbox is deleted or paused, or their conversation is deleted', async () => {
    // No sandbox starts before every task has its fate.
    await faults.add({ service: 'ecs', kind: 'capacity', times: 1_000 });
    const [deleted, paused, forgotten] = await Promise.all([start(), start(), start()]);
    const neighbour = await start({ sandbox_id: forgotten.sandbox_id });
    await owner.api.delete(`/api/v1/sandboxes/${deleted.sandbox_id}`);
    await owner.api.post(`/api/v1/sandboxes/${paused.sandbox_id}/pause`);
    await owner.api.delete(`/api/v1/app-conversations/${forgotten.conversation_id}`);
    await faults.clear();

    const ends = await withSweeps(
      stateDirectory ?? '',
      Promise.all([
        waitForTask(owner.api, deleted.id, 'ERROR'),
        waitForTask(owner.api, paused.id, 'ERROR'),
        waitForTask(owner.api, forgotten.id, 'ERROR'),
        waitForTask(owner.api, neighbour.id, 'READY'),
      ]),
    );

    expect(ends.slice(0, 3).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/deleted/),
      expect.stringMatching(/paused/),
      expect.stringMatching(/deleted/),
    ]);
    const { items } = (await owner.api.get(`${path}/search`, { sort_order: 'CREATED_AT', limit: 100 })).body;
    expect(items.map(({ id }: { id: string }) => id).at(-1)).toBe(neighbour.id);
    const found = (await owner.api.get(path, { ids: [neighbour.id, randomUUID(), deleted.id] })).body;
    expect(found).toEqual([ends[3], null, ends[0]]);
  });

  it('continue when their sandbox ends without a request and starts again', async () => {
    const body = await start();
    await eventually('its process is killed', async () => {
      const found = await processesOf(body.sandbox_id);
      for (const { pid } of found) process.kill(pid, 'SIGKILL');
      return found.length > 0 ? true : undefined;
    });

    await eventually('it is started again', async () => {
      const { transitions } = (await owner.api.get(`/api/v1/sandboxes/${body.sandbox_id}`)).body;
      return transitions.filter(({ state }: { state: string }) => state === 'PENDING').length > 1 ? true : undefined;
    });
    await waitForTask(owner.api, body.id, 'READY');

    expect((await talkable(owner.api, body.conversation_id)).sandboxId).toBe(body.sandbox_id);
  });
});
