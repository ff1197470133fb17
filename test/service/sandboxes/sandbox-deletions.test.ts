import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

const list = '/api/v1/sandbox-deletions';
const time = expect.stringMatching(/^\d{4}-.*Z$/);
const WEEK = 7 * 86_400_000;

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);

describe.runIf(stateDirectory !== null)('the receipt of a deleted sandbox', () => {
  afterEach(() => faults.clear());

  const read = async (id: string) => (await owner.api.get(`${list}/${id}`)).body;
  const idsOf = (items: readonly { readonly sandbox_id: string }[]) => items.map(({ sandbox_id: id }) => id);

  const completed = (id: string) =>
    eventually('the deletion is complete', async () => {
      const receipt = await read(id);
      return receipt.completed_at === null ? undefined : receipt;
    });

  /** @returns the id of a sandbox and its receipt right after the request to delete it */
  async function startedAndDeleted() {
    const { id } = (await owner.api.post('/api/v1/sandboxes')).body;
    await owner.api.delete(`/api/v1/sandboxes/${id}`);
    return { id, receipt: await read(id) };
  }

  it('lists each disk until AWS confirms its deletion, and is visible only to its owner', async () => {
    const { id } = await startSandbox(owner.api);
    const sandbox = `/api/v1/sandboxes/${id}`;
    await owner.api.post(`${sandbox}/pause`);
    const paused = await eventually('its workspace is saved', async () => {
      const { body } = await owner.api.get(sandbox);
      return body.expires_at === null ? undefined : body;
    });
    expect(paused.workspace).toEqual({ size_gib: expect.any(Number), saved_at: time });
    expectProblem(await owner.api.get(`${list}/${id}`), 404, 'not_found');
    await faults.add({
      service: 'ec2',
      action: 'DeleteSnapshot',
      kind: 'refuse',
      error: 'InvalidSnapshot.InUse',
      times: 1000,
    });

    await owner.api.delete(sandbox);

    const saved = (result: string) => ({ kind: 'snapshot', id: expect.stringMatching(/^snap-/), result });
    const pending = await eventually('its disks are known', async () => {
      const receipt = await read(id);
      return receipt.disks === null ? undefined : receipt;
    });
    expect(pending).toEqual({
      sandbox_id: id,
      sandbox_spec_id: paused.sandbox_spec_id,
      sandbox_created_at: paused.created_at,
      requested_at: time,
      completed_at: null,
      disks: expect.arrayContaining([saved('pending')]),
      expires_at: null,
    });
    expectProblem(await owner.api.get(sandbox), 404, 'not_found');
    expect((await owner.api.get('/api/v1/sandboxes', { id })).body).toEqual([null]);
    expectProblem(await stranger.api.get(`${list}/${id}`), 404, 'not_found');
    expect((await stranger.api.get(list)).body).toEqual({ items: [], next_page_id: null });

    await faults.clear();
    const done = await withSweeps(state, completed(id));

    expect(done).toEqual({ ...pending, completed_at: time, disks: expect.any(Array), expires_at: time });
    expect(done.disks).toContainEqual(saved('deleted'));
    expect(new Set(done.disks.map(({ result }: { result: string }) => result))).toEqual(new Set(['deleted']));
    expect(Math.abs(Date.parse(done.expires_at) - Date.parse(done.completed_at) - WEEK)).toBeLessThanOrEqual(1_000);
    expect((await owner.api.get(list)).body.items).toEqual([done]);
    expectProblem(await owner.api.get(sandbox), 404, 'not_found');
  });

  it('is listed in pages, the last deletion first', async () => {
    const first = await startedAndDeleted();
    const second = await startedAndDeleted();
    expect(first.receipt).toMatchObject({ sandbox_id: first.id, requested_at: time });

    const one = (await owner.api.get(list, { limit: 1 })).body;
    const next = (await owner.api.get(list, { limit: 1, page_id: one.next_page_id })).body;

    expect(idsOf([...one.items, ...next.items])).toEqual([second.id, first.id]);
    const foreign = await stranger.api.get(list, { limit: 1, page_id: one.next_page_id });
    expectProblem(foreign, 422, 'validation_failed');
  });

  it('gives way to a new sandbox with its id', async () => {
    const id = crypto.randomUUID().replaceAll('-', '');
    const create = async () => (await owner.api.post('/api/v1/app-conversations', { conversation_id: id })).body;
    expect((await create()).sandbox_id).toBe(id);
    await owner.api.delete(`/api/v1/app-conversations/${id}`);
    await completed(id);

    expect((await create()).sandbox_id).toBe(id);

    expectProblem(await owner.api.get(`${list}/${id}`), 404, 'not_found');
    expect(idsOf((await owner.api.get(list)).body.items)).not.toContain(id);
    expect((await owner.api.get(`/api/v1/sandboxes/${id}`)).status).toBe(200);
  });
});
