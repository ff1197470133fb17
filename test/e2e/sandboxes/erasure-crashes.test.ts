import { afterEach, describe, expect, it } from 'vitest';
import { belongingsOfOwner } from '../../support/service/belongings.ts';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { CRASH_PATIENCE } from '../support/crashes.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

describe.runIf(stateDirectory !== null)('the deletion of an owner whose worker is killed between its steps', () => {
  afterEach(() => faults.clear());

  it('leaves no task, volume or snapshot, and counts each row once', async () => {
    const [admin, owner] = await Promise.all([newOwner(['--scopes', 'admin']), newOwner()]);
    const paused = `/api/v1/sandboxes/${(await startSandbox(owner.api)).id}`;
    const { body: snapshot } = await owner.api.post(`${paused}/snapshots`, { name: 'kept' });
    await eventually('the snapshot is READY', async () => {
      const { body } = await owner.api.get(`/api/v1/snapshots/${snapshot.id}`);
      return body.state === 'READY';
    });
    await owner.api.post(`${paused}/pause`);
    await eventually('its workspace is saved', async () => (await owner.api.get(paused)).body.expires_at !== null);
    await startSandbox(owner.api);
    const { tasks, volumes, snapshots } = await belongingsOfOwner(state, owner.name);
    expect([tasks > 0, volumes > 0, snapshots > 1]).toEqual([true, true, true]);
    const eraser = { service: 'dynamodb', function: 'erase-owner', kind: 'crash', times: 1 } as const;
    for (const when of ['before', 'after'] as const)
      for (const action of ['UpdateItem', 'TransactWriteItems']) await faults.add({ ...eraser, action, when });

    const path = `/api/v1/owners/${owner.name}`;
    expect((await admin.api.delete(`${path}?confirm=${owner.name}&records=delete`)).status).toBe(202);
    const deleted = eventually(
      'the owner is deleted',
      async () => {
        const { body } = await admin.api.get(path);
        return body.state === 'DELETED' ? body : undefined;
      },
      2 * CRASH_PATIENCE,
    );
    const { deletion } = await withSweeps(state, deleted);

    expect(await faults.left()).toEqual([]);
    expect(deletion.deleted).toMatchObject({ api_keys: 1, sandboxes: 2, snapshots: 1 });
    expect(await belongingsOfOwner(state, owner.name)).toEqual({ tasks: 0, volumes: 0, snapshots: 0 });
  });
});
