import { describe, expect, it } from 'vitest';
import { createSnapshot } from '../../../../functions/sandboxes/create-snapshot.ts';
import { deleteSnapshot } from '../../../../functions/sandboxes/delete-snapshot.ts';
import { getSnapshot } from '../../../../functions/sandboxes/get-snapshot.ts';
import { getSnapshotDeletion } from '../../../../functions/sandboxes/get-snapshot-deletion.ts';
import { listSnapshotDeletions } from '../../../../functions/sandboxes/list-snapshot-deletions.ts';
import { searchSnapshots } from '../../../../functions/sandboxes/search-snapshots.ts';
import { updateSnapshot } from '../../../../functions/sandboxes/update-snapshot.ts';
import { pricesOf } from '../../../../shared/domain/billing/usage/prices.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { isShown, type WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';

const tables = pricesOf(undefined).tables;
const stranger = { caller: { ownerId: 'mallory' } } as const;

function scene({ sandboxes: boxes = [], snapshots: rows = [] }: Scene = {}) {
  const clock = new SettableClock('2026-11-21T13:00:00.000Z');
  const sandboxes = new MemorySandboxStore(clock.now);
  for (const next of boxes) sandboxes.apply([{ previous: null, next }]);
  const { snapshots } = sandboxes;
  for (const next of rows) snapshots.rows.set(keyOf(next.owner_id, next.snapshot_id), next);
  snapshots.active.set('ann', rows.filter(isShown).length);
  const started: string[] = [];
  const work = async (_: string, id: string) => void started.push(id);
  const deps = { sandboxes, snapshots, work, tables, snapshotLimit: 3, now: clock.now };
  const box = (id: string) => sandboxes.rows.get(keyOf('ann', id));
  const row = (id: string) => snapshots.rows.get(keyOf('ann', id));
  return { clock, deps, started, box, row };
}

interface Scene {
  readonly sandboxes?: readonly Sandbox[];
  readonly snapshots?: readonly WorkspaceSnapshot[];
}

const paused = (overrides: Partial<Sandbox> = {}) =>
  aSandbox({ phase: 'PAUSED', desired: 'PAUSED', snapshot_id: 'snap-own', key_id: 'k1', ...overrides });
const create = (deps: ReturnType<typeof scene>['deps'], sandbox: Sandbox, body?: unknown, more = {}) =>
  invoke(createSnapshot, deps, { params: { sandbox_id: sandbox.sandbox_id }, body, ...more });
const of = (row: WorkspaceSnapshot) => ({ params: { snapshot_id: row.snapshot_id } });

describe('POST /api/v1/sandboxes/{sandbox_id}/snapshots', () => {
  it('makes the saved workspace of a paused sandbox a snapshot at once', async () => {
    const kept = { since: '2026-11-21T12:30:00.000Z', generation: 1, gigabytes: 20, api_key_id: null };
    const sandbox = paused({ workspace_kept: kept });
    const { deps, started, box, row } = scene({ sandboxes: [sandbox] });

    const { status, body, headers } = await create(deps, sandbox, { name: 'Before', retention_days: 2 });

    expect([status, headers.Location]).toEqual([201, `/v1/api/v1/snapshots/${body.id}`]);
    expect(body).toMatchObject({
      name: 'Before',
      state: 'READY',
      sandbox_id: sandbox.sandbox_id,
      size_gib: 20,
      synced: true,
      cost_per_month_usd: '1.000000',
      ready_at: '2026-11-21T13:00:00.000Z',
      expires_at: '2026-11-23T13:00:00.000Z',
    });
    const base = { snapshot_id: body.id, ebs_snapshot_id: 'snap-own' };
    expect(box(sandbox.sandbox_id)).toMatchObject({ snapshot_id: null, base_snapshot: base, workspace_kept: null });
    expect(row(body.id)).toMatchObject({ ebs_snapshot_id: 'snap-own', holds: 1, api_key_id: expect.any(String) });
    expect([...deps.sandboxes.usage.values()]).toMatchObject([
      { kind: 'paused', ended_at: '2026-11-21T13:00:00.000Z' },
    ]);
    expect(started).toEqual([]);
  });

  it('says what to do when the row of the snapshot that the sandbox begins from was lost', async () => {
    const base_snapshot = { snapshot_id: 'a'.repeat(32), ebs_snapshot_id: 'snap-base' };
    const sandbox = paused({ snapshot_id: null, base_snapshot });
    const { deps } = scene({ sandboxes: [sandbox] });

    const { status, body } = await create(deps, sandbox);

    expect(status).toBe(409);
    expect(body.detail).toMatch(/The record of the snapshot .* is missing\. Resume the sandbox and pause it again/);
  });

  it('shares the data of the snapshot that a paused sandbox has not changed since', async () => {
    const sandbox = paused();
    const { deps, row } = scene({ sandboxes: [sandbox] });
    const first = await create(deps, sandbox);
    const second = await create(deps, sandbox);
    const third = await create(deps, sandbox);

    expect(second.body).toMatchObject({ state: 'READY', cost_per_month_usd: '0.000000' });
    expect(row(third.body.id)).toMatchObject({ of_snapshot_id: first.body.id, ebs_snapshot_id: 'snap-own' });
    expect(row(first.body.id)?.holds).toBe(3);
  });

  it('has a worker copy the disk of a running sandbox', async () => {
    const sandbox = aRunningSandbox({ volume_id: 'vol-1' });
    const { deps, started, row } = scene({ sandboxes: [sandbox] });

    const { status, body } = await create(deps, sandbox);

    expect([status, body.state, body.ready_at, started]).toEqual([201, 'CREATING', null, [body.id]]);
    expect(row(body.id)).toMatchObject({ ebs_snapshot_id: null, volume_id: null, kept: true });
  });

  it.each<[string, Partial<Sandbox>, number, string]>([
    ['has no workspace', { snapshot_id: null }, 409, 'has no workspace'],
    ['has an unsaved disk', { phase: 'ERROR', volume_id: 'vol-1' }, 409, 'Resume the sandbox'],
    ['has expired', { phase: 'EXPIRED', snapshot_id: null }, 410, 'cannot be copied'],
    [
      'begins from a snapshot in creation',
      { snapshot_id: null, base_snapshot: { snapshot_id: 'a', ebs_snapshot_id: null } },
      409,
      'Wait until',
    ],
  ])('says what to do when the sandbox %s', async (_, overrides, expected, words) => {
    const sandbox = paused(overrides);
    const { deps } = scene({ sandboxes: [sandbox] });

    const { status, body } = await create(deps, sandbox);

    expect([status, body.detail]).toEqual([expected, expect.stringContaining(words)]);
    expect(deps.snapshots.rows.size).toBe(0);
  });

  it('refuses more snapshots than the limit, and leaves the sandbox as it is', async () => {
    const sandbox = paused();
    const rows = [aSnapshot(), aSnapshot(), aSnapshot()];
    const { deps, box } = scene({ sandboxes: [sandbox], snapshots: rows });

    const { status, body } = await create(deps, sandbox);

    expect([status, body.code, body.detail]).toEqual([409, 'conflict', expect.stringContaining('Delete a snapshot')]);
    expect(box(sandbox.sandbox_id)?.snapshot_id).toBe('snap-own');
  });

  it.each([[{ name: '' }], [{ retention_days: 0 }], [{ retention_days: 4_000 }], [{ name: 5 }]])(
    'refuses %j',
    async (body) => {
      const sandbox = paused();
      const { deps } = scene({ sandboxes: [sandbox] });

      expect((await create(deps, sandbox, body)).status).toBe(422);
    },
  );

  it('answers a stranger as for a sandbox that never existed', async () => {
    const sandbox = paused();
    const { deps } = scene({ sandboxes: [sandbox] });

    const theirs = await create(deps, sandbox, undefined, stranger);
    const never = await create(scene().deps, sandbox, undefined, stranger);

    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual({ ...never.body, request_id: theirs.body.request_id });
    expect(deps.snapshots.rows.size).toBe(0);
  });
});

describe('the snapshots of an owner', () => {
  const ready = aSnapshot({ name: 'One', retention_days: 30, expires_at: '2026-12-21T12:00:00.000Z' });
  const failed = aSnapshot({
    created_by: 'grace',
    state: 'ERROR',
    ebs_snapshot_id: null,
    ready_at: null,
    status_reason: { code: 'snapshot_failed', message: 'It failed.', remedy: 'Try again.', retryable: true },
  });
  const deleting = aSnapshot({ state: 'DELETING' });
  const all = () => scene({ snapshots: [ready, failed, deleting, aSnapshot({ kept: false })] });

  it('are listed newest first, by state, sandbox and maker, without deleted ones and those of forks', async () => {
    const { deps } = all();
    const idsOf = async (query = {}) =>
      (await invoke(searchSnapshots, deps, { query })).body.items.map(({ id }: { id: string }) => id);

    expect(await idsOf()).toEqual([failed.snapshot_id, ready.snapshot_id]);
    expect(await idsOf({ state__eq: 'READY' })).toEqual([ready.snapshot_id]);
    expect(await idsOf({ sandbox_id__eq: 'another' })).toEqual([]);
    expect(await idsOf({ created_by_user_id__eq: 'grace' })).toEqual([failed.snapshot_id]);
    expect(await idsOf({ created_by_user_id__eq: ready.owner_id })).toEqual([ready.snapshot_id]);
    expect((await invoke(searchSnapshots, deps, { query: { state__eq: 'DELETED' } })).status).toBe(422);
    expect((await invoke(searchSnapshots, deps, stranger)).body.items).toEqual([]);
  });

  it('say why one failed', async () => {
    const { body } = await invoke(getSnapshot, all().deps, of(failed));

    expect(body).toMatchObject({ state: 'ERROR', reason: 'snapshot_failed', status_detail: 'It failed. Try again.' });
  });

  it('are renamed and kept for other times', async () => {
    const { deps, row } = all();
    const patch = (body: unknown) => invoke(updateSnapshot, deps, { ...of(ready), body });

    expect((await patch({ name: 'Two' })).body).toMatchObject({ name: 'Two', retention_days: 30 });
    expect((await patch({ retention_days: null })).body).toMatchObject({ name: 'Two', expires_at: null });
    expect((await patch({ retention_days: 1 })).body.expires_at).toBe('2026-11-22T12:00:00.000Z');
    expect(row(ready.snapshot_id)?.version).toBe(4);
  });

  it('are deleted at once for readers, with a record of the deletion', async () => {
    const { deps, started } = all();

    expect((await invoke(deleteSnapshot, deps, of(ready))).body).toEqual({ success: true });

    expect(started).toEqual([ready.snapshot_id]);
    expect((await invoke(getSnapshot, deps, of(ready))).status).toBe(404);
    expect((await invoke(deleteSnapshot, deps, of(ready))).status).toBe(404);
    const { body } = await invoke(getSnapshotDeletion, deps, of(ready));
    expect(body).toMatchObject({ snapshot_id: ready.snapshot_id, completed_at: null, expires_at: null });
    expect((await invoke(listSnapshotDeletions, deps)).body.items).toEqual([body]);
  });

  it('keep their data while a sandbox begins from them', async () => {
    const held = aSnapshot({ holds: 1 });
    const { deps, started, row } = scene({ snapshots: [held] });

    await invoke(deleteSnapshot, deps, of(held));

    expect(started).toEqual([]);
    expect(row(held.snapshot_id)).toMatchObject({ state: 'DELETING', holds: 1 });
  });

  it('cannot be deleted while sandboxes wait for them', async () => {
    const awaited = aSnapshot({ state: 'CREATING', ebs_snapshot_id: null, ready_at: null, holds: 2, waiting: ['b'] });
    const { deps } = scene({ snapshots: [awaited] });

    const { status, body } = await invoke(deleteSnapshot, deps, of(awaited));

    expect([status, body.detail]).toEqual([409, expect.stringContaining('Wait until it is READY')]);
  });

  it.each([
    ['read', (deps: never) => invoke(getSnapshot, deps, { ...of(ready), ...stranger })],
    ['changed', (deps: never) => invoke(updateSnapshot, deps, { ...of(ready), ...stranger, body: { name: 'Mine' } })],
    ['deleted', (deps: never) => invoke(deleteSnapshot, deps, { ...of(ready), ...stranger })],
    ['found among deletions', (deps: never) => invoke(getSnapshotDeletion, deps, { ...of(deleting), ...stranger })],
  ])('cannot be %s by a stranger', async (_, request) => {
    const { deps, row, started } = all();

    expect((await request(deps as never)).status).toBe(404);
    expect(row(ready.snapshot_id)).toEqual(ready);
    expect(started).toEqual([]);
  });
});
