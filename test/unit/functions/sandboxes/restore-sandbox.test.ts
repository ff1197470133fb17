import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resumeRequested } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import * as reasons from '../../../../shared/presentation/sandbox-reasons.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { ForkScene, SNAPSHOT_LIMIT } from '../../../support/sandboxes/fork-scene.ts';

let scene: ForkScene;
beforeEach(() => {
  scene = new ForkScene();
});
afterEach(() => expect(scene.wrongHolds()).toEqual([]));

const snapshots = () => [...scene.deps.snapshots.rows.values()];
const baseOf = ({ sandbox_id: id }: Sandbox) => scene.rowOf(id).base_snapshot?.snapshot_id;

describe('POST /api/v1/sandboxes/{sandbox_id}/restore', () => {
  it('makes the snapshot the workspace, and keeps the one before as a snapshot', async () => {
    const target = await scene.snapshot({ name: 'Monday', size_gib: 30 });
    const sandbox = await scene.paused();

    const { status, body } = await scene.restore(sandbox, target.snapshot_id);

    expect([status, body.sandbox.status, body.sandbox.workspace.size_gib]).toEqual([200, 'PAUSED', 30]);
    const kept = snapshots().find(({ snapshot_id: id }) => id === body.kept_snapshot_id);
    expect(kept).toMatchObject({ ebs_snapshot_id: 'snap-own', state: 'READY', kept: true, holds: 0 });
    expect(kept?.name).toBe('Before restore of Monday');
    expect(scene.rowOf(sandbox.sandbox_id)).toMatchObject({ snapshot_id: null, workspace_kept: null, discards: [] });
    expect(baseOf(sandbox)).toBe(target.snapshot_id);
  });

  it('goes back and forth', async () => {
    const target = await scene.snapshot();
    const sandbox = await scene.paused();

    const { body } = await scene.restore(sandbox, target.snapshot_id);
    const back = await scene.restore(sandbox, body.kept_snapshot_id);

    // The snapshot from which it began has the state already.
    expect([baseOf(sandbox), back.body.kept_snapshot_id]).toEqual([body.kept_snapshot_id, target.snapshot_id]);
    expect(snapshots()).toHaveLength(2);
  });

  it('carries the seal, and no other key changes', async () => {
    const target = await scene.snapshot({ seal: { id: 'ann/other/then', key_id: 'k1' } });
    const sandbox = await scene.paused({ key_id: 'k1', previous_snapshot_id: 'snap-0' });
    const keys = someKeys();

    await scene.restore(sandbox, target.snapshot_id);

    const row = scene.rowOf(sandbox.sandbox_id);
    expect(await keys.secretKey(row)).not.toBe(await keys.secretKey(sandbox));
    for (const key of ['sessionKey', 'accessKey'] as const) expect(await keys[key](row)).toBe(await keys[key](sandbox));
    // Nobody could open its files under the new seal.
    expect(row).toMatchObject({ previous_snapshot_id: null, discards: [{ kind: 'snapshot', id: 'snap-0' }] });
  });

  it.each<[string, Partial<Sandbox>]>([
    ['expired', { phase: 'EXPIRED', status_reason: reasons.workspaceExpired(30), snapshot_id: null }],
    ['was lost', { phase: 'ERROR', status_reason: reasons.workspaceLost }],
  ])('gives a sandbox whose workspace %s one again', async (_, state) => {
    const target = await scene.snapshot();
    const sandbox = await scene.paused({ workspace_kept: null, ...state });

    const { body } = await scene.restore(sandbox, target.snapshot_id);

    expect(body).toMatchObject({
      kept_snapshot_id: null,
      sandbox: { status: 'PAUSED', status_detail: expect.any(String) },
    });
    expect(scene.rowOf(sandbox.sandbox_id)).toMatchObject({ phase: 'PAUSED', status_reason: null });
    expect(resumeRequested(scene.rowOf(sandbox.sandbox_id), scene.deps.now())?.desired).toBe('RUNNING');
  });

  it('does nothing when the workspace is that snapshot already', async () => {
    const target = await scene.snapshot();
    const sandbox = await scene.unchanged(target);

    const { status } = await scene.restore(sandbox, target.snapshot_id);

    expect([status, snapshots().length]).toEqual([200, 1]);
    expect(scene.rowOf(sandbox.sandbox_id)).toEqual(sandbox);
  });

  it.each<[string, Partial<Sandbox>]>([
    ['runs', { phase: 'RUNNING', desired: 'RUNNING', volume_id: 'vol-1' }],
    ['stops', { phase: 'STOPPING', volume_id: 'vol-1' }],
    ['starts', { phase: 'PAUSED', desired: 'RUNNING' }],
    ['has a disk that is not saved', { phase: 'ERROR', volume_id: 'vol-1' }],
  ])('refuses a sandbox that %s, with what to do, and keeps everything', async (_, state) => {
    const target = await scene.snapshot();
    const sandbox = await scene.paused(state);

    const refused = await scene.restore(sandbox, target.snapshot_id);

    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/[Pp]ause/)]);
    expect([scene.rowOf(sandbox.sandbox_id), snapshots().length]).toEqual([sandbox, 1]);
  });

  it.each<[string, Partial<WorkspaceSnapshot>, number]>([
    ['of another owner', { owner_id: 'bob' }, 404],
    ['that is being deleted', { state: 'DELETING' }, 404],
    ['of another spec', { spec_id: 'other' }, 422],
    ['that is still being created', { state: 'CREATING' }, 409],
    ['that failed', { state: 'ERROR' }, 409],
  ])('refuses a snapshot %s, and keeps everything', async (_, overrides, status) => {
    const target = await scene.snapshot(overrides);
    const sandbox = await scene.paused();

    expect((await scene.restore(sandbox, target.snapshot_id)).status).toBe(status);
    expect([scene.rowOf(sandbox.sandbox_id), snapshots().length]).toEqual([sandbox, 1]);
  });

  it('finds no sandbox of another owner', async () => {
    const target = await scene.snapshot({ owner_id: 'bob' });
    const sandbox = await scene.paused();

    const refused = await scene.restore(sandbox, target.snapshot_id, { caller: { ...aCaller, ownerId: 'bob' } });

    expect(refused.status).toBe(404);
  });

  it('keeps the workspace when the limit of snapshots leaves no place for it', async () => {
    const targets = await Promise.all(Array.from({ length: SNAPSHOT_LIMIT }, () => scene.snapshot()));
    const sandbox = await scene.paused();

    const refused = await scene.restore(sandbox, targets[0]?.snapshot_id ?? '');

    expect(refused.status).toBeGreaterThanOrEqual(409);
    expect(scene.rowOf(sandbox.sandbox_id)).toEqual(sandbox);
  });

  it('completes when it is repeated after a crash between its two writes, and keeps one snapshot', async () => {
    const target = await scene.snapshot();
    const sandbox = await scene.paused();
    const { sandboxes } = scene.deps;
    const save = sandboxes.save.bind(sandboxes);
    let left = 2;
    sandboxes.save = async (...given) => {
      left -= 1;
      if (left === 0) throw new Error('the function was killed');
      await save(...given);
    };
    await expect(scene.attemptRestore(sandbox, target.snapshot_id)).rejects.toThrow('killed');
    sandboxes.save = save;
    // Nothing is lost in between: the sandbox begins from its own state.
    expect(scene.rowOf(sandbox.sandbox_id).base_snapshot?.ebs_snapshot_id).toBe('snap-own');

    const restored = await scene.attemptRestore(sandbox, target.snapshot_id);
    const again = await scene.attemptRestore(sandbox, target.snapshot_id);

    expect(baseOf(sandbox)).toBe(target.snapshot_id);
    expect([snapshots().length, again.kept_snapshot_id]).toEqual([2, restored.kept_snapshot_id]);
  });

  it('refuses when the sandbox is resumed between its two writes', async () => {
    const target = await scene.snapshot();
    const sandbox = await scene.paused();
    const { sandboxes } = scene.deps;
    const save = sandboxes.save.bind(sandboxes);
    let isFirst = true;
    sandboxes.save = async (...given) => {
      await save(...given);
      const row = scene.rowOf(sandbox.sandbox_id);
      const next = isFirst && resumeRequested(row, scene.deps.now());
      isFirst = false;
      if (next) await save([{ previous: row, next }]);
    };

    const refused = await scene.restore(sandbox, target.snapshot_id);

    expect(refused.status).toBe(409);
    expect(scene.rowOf(sandbox.sandbox_id).base_snapshot?.ebs_snapshot_id).toBe('snap-own');
  });
});
