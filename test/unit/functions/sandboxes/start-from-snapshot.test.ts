import { beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import * as reasons from '../../../../shared/presentation/sandbox-reasons.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { keyOf } from '../../../support/platform/memory-page.ts';
import { aSandbox, aSpec, noon, someSpecs, stageOf } from '../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../support/sandboxes/snapshot-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

async function add(overrides: Partial<WorkspaceSnapshot> = {}): Promise<WorkspaceSnapshot> {
  const next = aSnapshot(overrides);
  await deps.snapshots.save({ previous: null, next }, 100);
  return next;
}
const start = (body: object, more: object = {}, query: Readonly<Record<string, string>> = {}) =>
  invoke(startSandbox, { ...deps, ...more }, { body, query });
const rowOf = async (id: string) => {
  const row = await deps.sandboxes.find('ann', id);
  if (!row) throw new Error(`no sandbox ${id}`);
  return row;
};
const holdsOf = ({ owner_id, snapshot_id }: WorkspaceSnapshot) =>
  deps.snapshots.rows.get(keyOf(owner_id, snapshot_id))?.holds;

describe('POST /api/v1/sandboxes with a snapshot', () => {
  it('begins from it, holds it, and has what belongs to the workspace', async () => {
    const seal = { id: 'ann/source/then', key_id: 'k0' };
    const workspace = { working_dir: '/home', filesystem_type: 'xfs', seals_with_boot_key: true, seal };
    const snapshot = await add({ ...workspace, size_gib: 40 });

    const { status, body } = await start({ snapshot_id: snapshot.snapshot_id });

    expect([status, body.status, body.workspace]).toEqual([200, 'STARTING', { size_gib: 40, saved_at: noon }]);
    const { snapshot_id, ebs_snapshot_id } = snapshot;
    expect(await rowOf(body.id)).toMatchObject({
      ...workspace,
      base_snapshot: { snapshot_id, ebs_snapshot_id },
      snapshot_id: null,
      workspace_gigabytes: 40,
    });
    expect(holdsOf(snapshot)).toBe(1);
  });

  it('has keys and addresses of its own, except the key of the files in the workspace', async () => {
    const source = aSandbox({ key_id: 'k1' });
    const { snapshot_id } = await add({ seal: { ...source.seal, key_id: 'k1' } });
    const keys = someKeys();

    const rows = await Promise.all(
      [1, 2].map(async () => ({ ...(await rowOf((await start({ snapshot_id })).body.id)), key_id: 'k1' })),
    );

    for (const key of ['sessionKey', 'deliveryKey', 'accessKey', 'initKey'] as const)
      expect(new Set(await Promise.all([source, ...rows].map((row) => keys[key](row)))).size).toBe(3);
    expect(new Set(await Promise.all([source, ...rows].map((row) => keys.secretKey(row)))).size).toBe(1);
    expect(new Set([source, ...rows].map(({ address_id: id }) => id)).size).toBe(3);
  });

  it('claims no warm task, whose workspace is empty', async () => {
    const { snapshot_id } = await add();
    const specs = someSpecs(aSpec({ warm_pool: { size: 1, hours: null } }));
    const warmTasks = { ready: () => Promise.reject(new Error('the pool was asked')) };

    const { status } = await start({ snapshot_id }, { specs, warmTasks });

    expect(status).toBe(200);
  });

  it('waits for a snapshot that is still being created', async () => {
    const snapshot = await add({ state: 'CREATING', ready_at: null });

    const { body } = await start({ snapshot_id: snapshot.snapshot_id });

    expect(body.status_detail).toBe('The snapshot that it begins from is being created.');
    expect((await rowOf(body.id)).base_snapshot).toEqual({ snapshot_id: snapshot.snapshot_id, ebs_snapshot_id: null });
    expect(deps.snapshots.rows.get(keyOf('ann', snapshot.snapshot_id))).toMatchObject({ waiting: [body.id], holds: 1 });
  });

  it('accepts the spec of the snapshot, and refuses another one', async () => {
    const { snapshot_id } = await add({ spec_id: 'other' });
    const specs = someSpecs(aSpec(), aSpec({ id: 'other' }));

    expect((await start({ snapshot_id }, { specs }, { sandbox_spec_id: 'other' })).body.sandbox_spec_id).toBe('other');
    const refused = await start({ snapshot_id }, { specs }, { sandbox_spec_id: 'reference' });

    expect([refused.status, badFields(refused)]).toEqual([422, ['body.snapshot_id']]);
  });

  it('never has a smaller disk than the snapshot', async () => {
    const { snapshot_id } = await add({ size_gib: 40 });

    const refused = await start({ snapshot_id, resources: { disk_gb: 30 } });
    const { body } = await start({ snapshot_id, resources: { disk_gb: 50 } });

    expect([refused.status, badFields(refused)]).toEqual([422, ['body.resources.disk_gb']]);
    expect((await rowOf(body.id)).workspace_gigabytes).toBe(50);
  });

  it.each<[string, Partial<WorkspaceSnapshot>, number, string]>([
    ['of another owner', { owner_id: 'bob' }, 404, 'not found'],
    ['that is being deleted', { state: 'DELETING' }, 404, 'not found'],
    ['that was deleted', { state: 'DELETED' }, 404, 'not found'],
    ['that failed', { state: 'ERROR', status_reason: reasons.snapshotFailed('no disk') }, 409, 'no disk'],
    ['of a spec that is gone', { spec_id: 'gone' }, 409, 'no longer offered'],
    ['of a deleted spec of its owner', { spec_id: 'own.gone' }, 409, 'Create it again under the same name'],
  ])('refuses a snapshot %s, and starts nothing', async (_, overrides, status, why) => {
    const { snapshot_id } = await add(overrides);

    const refused = await start({ snapshot_id });

    expect([refused.status, refused.body.detail]).toEqual([status, expect.stringContaining(why)]);
    expect(deps.sandboxes.rows.size).toBe(0);
  });

  it('refuses a snapshot whose spec has lost its disk', async () => {
    const { snapshot_id } = await add();

    const { status } = await start({ snapshot_id }, { specs: someSpecs(aSpec({ volume: null })) });

    expect(status).toBe(409);
  });

  it('answers a foreign snapshot exactly as one that never existed', async () => {
    const { snapshot_id } = await add({ owner_id: 'bob' });
    const theirs = await start({ snapshot_id });
    deps.snapshots.rows.clear();

    const never = await start({ snapshot_id });
    expect({ ...never.body, request_id: '' }).toEqual({ ...theirs.body, request_id: '' });
  });

  it('is refused when the snapshot is deleted between its read and the start', async () => {
    const snapshot = await add();
    const snapshots = { find: async () => snapshot };
    await deps.snapshots.save({ previous: snapshot, next: { ...snapshot, state: 'DELETING', version: 2 } });

    const refused = await start({ snapshot_id: snapshot.snapshot_id }, { snapshots });

    expect(refused.status).toBe(409);
    expect([deps.sandboxes.rows.size, holdsOf(snapshot)]).toEqual([0, 0]);
  });

  it('holds nothing when the limit of sandboxes refuses it', async () => {
    const snapshot = await add();

    const refused = await start({ snapshot_id: snapshot.snapshot_id }, { stageLimits: stageOf(0) });

    expect([refused.status, refused.body.code]).toEqual([429, 'concurrency_limit_exceeded']);
    expect(holdsOf(snapshot)).toBe(0);
  });
});
