import { beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf, deleteEbsSnapshots } from '../../support/service/belongings.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { endRetention, passTimeOfSnapshot } from '../../support/service/time.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();

/** In seconds. EC2 can fail to find a new snapshot for so long. */
const FRESH = 61;

const owner = await newOwner();
const api = owner.api;

describe.runIf(stateDirectory !== null)('snapshots of a sandbox', () => {
  let sandbox = '';

  beforeAll(async () => {
    sandbox = `/api/v1/sandboxes/${(await startSandbox(api)).id}`;
  });

  const create = async (body: unknown) => (await api.post(`${sandbox}/snapshots`, body)).body;
  const ready = (id: string) =>
    eventually('the snapshot is READY', async () => {
      const { body } = await api.get(`/api/v1/snapshots/${id}`);
      expect(body.state).not.toBe('ERROR');
      return body.state === 'READY' ? body : undefined;
    });

  it('are copies of a running one, which goes on running', async () => {
    const made = await create({ name: 'While it runs' });

    expect(made).toMatchObject({ state: 'CREATING', name: 'While it runs' });
    expect(await ready(made.id)).toMatchObject({ synced: true, reason: null });
    expect((await api.get('/api/v1/limits')).body.snapshots.owner).toEqual({ limit: expect.any(Number), used: 1 });
    expect((await api.get(sandbox)).body.status).toBe('RUNNING');
  });

  it('take over the saved workspace of a paused one, share it, and leave it when they are deleted', async () => {
    await api.post(`${sandbox}/pause`);
    await eventually('the workspace is saved', async () => {
      const { body } = await api.get(sandbox);
      return body.transitions.at(-1)?.state === 'PAUSED' ? body : undefined;
    });
    const [first, second] = [await create({ name: 'First' }), await create({ name: 'Second' })];
    expect([first.state, second.state]).toEqual(['READY', 'READY']);
    expect(second.cost_per_month_usd).toBe('0.000000');

    await callWorker(String(stateDirectory), 'sweep-sandboxes', {});
    await eventually('the sweep tags the workspace as a snapshot', async () => {
      const { snapshots } = await belongingsOf(String(stateDirectory), sandbox.split('/').at(-1) ?? '');
      return snapshots.some(({ tags }) => tags['agent-conversations:snapshot']?.endsWith(`/${first.id}`));
    });

    for (const { id } of [first, second]) await api.delete(`/api/v1/snapshots/${id}`);
    expect((await api.get(`/api/v1/snapshots/${first.id}`)).status).toBe(404);
    expect((await api.get(`/api/v1/snapshot-deletions/${first.id}`)).body.completed_at).toBeNull();
    await api.post(`${sandbox}/resume`);
    await eventually('it runs again', async () => (await api.get(sandbox)).body.status === 'RUNNING');
  });

  it('are deleted by the sweep after their retention, and count no longer', async () => {
    const made = await create({ name: 'For a day', retention_days: 1 });
    await ready(made.id);
    await endRetention(stateDirectory ?? '', made.id);

    const gone = eventually('it is deleted', async () => {
      const { body } = await api.get(`/api/v1/snapshot-deletions/${made.id}`);
      return body.completed_at === null || body.completed_at === undefined ? undefined : body;
    });

    await withSweeps(stateDirectory ?? '', gone);
    expect((await api.get(`/api/v1/snapshots/${made.id}`)).status).toBe(404);
  });

  it('are deleted with a receipt', async () => {
    const made = await create({ name: 'To be deleted' });
    await ready(made.id);
    await api.delete(`/api/v1/snapshots/${made.id}`);

    const receipt = await eventually('its data is deleted', async () => {
      const { body } = await api.get(`/api/v1/snapshot-deletions/${made.id}`);
      return body.completed_at === null ? undefined : body;
    });
    expect(receipt.expires_at).not.toBeNull();
    const { body } = await api.get('/api/v1/snapshots/search');
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['While it runs']);
  });

  it('are in ERROR, with all that share their data, after an operator has deleted it in EC2', async () => {
    const { id } = await startSandbox(api);
    await api.post(`/api/v1/sandboxes/${id}/pause`);
    await eventually('the workspace is saved', async () => {
      const { body } = await api.get(`/api/v1/sandboxes/${id}`);
      return body.transitions.at(-1)?.state === 'PAUSED' ? body : undefined;
    });
    const take = async () => (await api.post(`/api/v1/sandboxes/${id}/snapshots`, {})).body.id;
    const [owning, sharing] = [await take(), await take()];
    await deleteEbsSnapshots(String(stateDirectory), id);
    await passTimeOfSnapshot(String(stateDirectory), owning, FRESH);

    const lost = eventually('both have lost their data', async () => {
      const bodies = [owning, sharing].map(async (one) => (await api.get(`/api/v1/snapshots/${one}`)).body);
      const [first, second] = await Promise.all(bodies);
      return first.state === 'ERROR' && second.state === 'ERROR' ? [first, second] : undefined;
    });

    for (const { reason, status_detail: detail } of await withSweeps(String(stateDirectory), lost))
      expect([reason, detail]).toEqual(['snapshot_lost', expect.stringContaining('was deleted in the AWS account')]);
  });
});
