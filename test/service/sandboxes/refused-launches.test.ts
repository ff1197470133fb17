import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf, waitForBelongings } from '../../support/service/belongings.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const ALWAYS = 1_000;

const ofRunTask = { service: 'ecs', action: 'RunTask', times: ALWAYS } as const;

describe.runIf(stateDirectory !== null)('a start that ECS refuses', () => {
  let owner: Owner;
  let waiting: string;
  let paused: string;
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => faults.clear());

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const start = async (): Promise<string> => (await owner.api.post('/api/v1/sandboxes')).body.id;

  it('waits for capacity with a status detail, and starts when capacity returns', async () => {
    await faults.add({ ...ofRunTask, kind: 'capacity' });
    [waiting, paused] = await Promise.all([start(), start()]);

    const found = await Promise.all(
      [waiting, paused].map((id) =>
        eventually('it says why it waits', async () => {
          const { body } = await owner.api.get(path(id));
          return body.status_detail === null ? undefined : body;
        }),
      ),
    );

    for (const body of found)
      expect(body).toMatchObject({ status: 'STARTING', status_detail: expect.stringMatching(/capacity/i) });
    await owner.api.post(`${path(paused)}/pause`);
    await faults.clear();
    expect((await waitForSandbox(owner.api, waiting, 'RUNNING')).status_detail).toBeNull();
    expect((await belongingsOf(state, waiting)).live).toHaveLength(1);
  });

  it('ends without a task when the sandbox is paused while it waits for capacity', async () => {
    await waitForSandbox(owner.api, paused, 'PAUSED');
    await waitForBelongings(state, paused, [0, 0, 0]);
  });

  it('fails at once on a missing permission without leaving a resource, and can be resumed after the grant', async () => {
    const error = 'AccessDeniedException';
    await faults.add({ ...ofRunTask, kind: 'refuse', error, message: 'User: x is not authorized: ecs:RunTask' });
    await owner.api.post(`${path(paused)}/resume`);

    const failed = await waitForSandbox(owner.api, paused, 'ERROR');

    expect(failed.status_detail).toMatch(/lacks a permission/);
    await waitForBelongings(state, paused, [0, 0, 0]);
    await faults.clear();
    await owner.api.post(`${path(paused)}/resume`);
    await waitForSandbox(owner.api, paused, 'RUNNING');
  });
});
