import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOf } from '../../../../shared/domain/sandboxes/record/ledger-of.ts';
import { workspaceExpired } from '../../../../shared/presentation/sandbox-reasons.ts';
import { aCaller } from '../../../support/http/a-caller.ts';
import { badFields } from '../../../support/http/answers.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { ForkScene } from '../../../support/sandboxes/fork-scene.ts';
import { ofOwnSpec } from '../../../support/sandboxes/own-specs.ts';

let scene: ForkScene;
beforeEach(() => {
  scene = new ForkScene();
});
afterEach(() => expect(scene.wrongHolds()).toEqual([]));

const started = (body: { items: { sandbox: { id: string } | null }[] }) =>
  body.items.flatMap(({ sandbox }) => (sandbox === null ? [] : [scene.rowOf(sandbox.id)]));
const snapshots = () => [...scene.deps.snapshots.rows.values()];

describe('POST /api/v1/sandboxes/{sandbox_id}/fork', () => {
  it('starts copies of a paused sandbox, whose saved workspace all share from now on', async () => {
    const source = await scene.paused();

    const { status, body } = await scene.fork(source, { count: 3 });

    expect([status, body.items.map(({ error }: { error: unknown }) => error)]).toEqual([200, [null, null, null]]);
    const [snapshot, ...others] = snapshots();
    expect(others).toEqual([]);
    expect(snapshot).toMatchObject({ state: 'READY', ebs_snapshot_id: 'snap-own', kept: false, holds: 4 });
    const base_snapshot = { snapshot_id: snapshot?.snapshot_id, ebs_snapshot_id: 'snap-own' };
    for (const row of [scene.rowOf(source.sandbox_id), ...started(body)])
      expect(row).toMatchObject({ base_snapshot, snapshot_id: null, workspace_kept: null });
    expect(scene.rowOf(source.sandbox_id)).toMatchObject({ desired: 'PAUSED', phase: 'PAUSED' });
    expect(started(body).map(({ desired, phase }) => [desired, phase])).toEqual(Array(3).fill(['RUNNING', 'PENDING']));
    expect(openOf(scene.rowOf(source.sandbox_id), scene.deps.now())).toEqual([]);
  });

  it('gives each fork keys and addresses of its own, except the key of the copied files', async () => {
    const source = await scene.paused({ key_id: 'k1' });
    const keys = someKeys();

    const { body } = await scene.fork(source, { count: 2 });

    const rows = [source, ...started(body).map((row) => ({ ...row, key_id: 'k1' }))];
    for (const key of ['sessionKey', 'deliveryKey', 'accessKey', 'initKey'] as const)
      expect(new Set(await Promise.all(rows.map((row) => keys[key](row)))).size).toBe(3);
    expect(new Set(await Promise.all(rows.map((row) => keys.secretKey(row)))).size).toBe(1);
    expect(new Set(rows.map(({ address_id: id }) => id)).size).toBe(3);
  });

  it('copies the disk of a running sandbox, and the forks wait for the copy', async () => {
    const source = await scene.running();

    const { body } = await scene.fork(source, { count: 2 });

    const [snapshot] = snapshots();
    const waiting = started(body).map(({ sandbox_id: id }) => id);
    expect(snapshot).toMatchObject({ state: 'CREATING', kept: false, holds: 2, waiting });
    expect(scene.worked).toEqual([snapshot?.snapshot_id]);
    expect(scene.rowOf(source.sandbox_id)).toEqual(source);
  });

  it('makes no copy of a workspace that has not changed since a snapshot', async () => {
    const snapshot = await scene.snapshot();
    const source = await scene.unchanged(snapshot);

    const { body } = await scene.fork(source);

    expect(started(body)[0]?.base_snapshot?.snapshot_id).toBe(snapshot.snapshot_id);
    expect(snapshots()).toHaveLength(1);
  });

  it('shares the data of a snapshot that is being deleted, as the source still needs it', async () => {
    const snapshot = await scene.snapshot();
    const source = await scene.unchanged(snapshot);
    const held = snapshots()[0] ?? snapshot;
    await scene.deps.snapshots.save({
      previous: held,
      next: { ...held, state: 'DELETING', version: held.version + 1 },
    });

    const { status, body } = await scene.fork(source);

    expect(status).toBe(200);
    const { ebs_snapshot_id } = snapshot;
    expect(started(body)[0]?.base_snapshot).toMatchObject({ ebs_snapshot_id });
    expect(started(body)[0]?.base_snapshot?.snapshot_id).not.toBe(snapshot.snapshot_id);
  });

  it('has the size, capacity and policies of its source, unless the request changes them', async () => {
    const size = { size: { cpu_units: 2048, memory_megabytes: 8192 }, workspace_gigabytes: 50 };
    const source = await scene.paused({ ...size, capacity: 'spot', wake: { VSCODE: 'never' } });

    const [same] = started((await scene.fork(source)).body);
    const body = { resources: { cpu: 4 }, capacity: 'on_demand', wake: { AGENT_SERVER: 'link' } };
    const [other] = started((await scene.fork(source, body)).body);

    expect(same).toMatchObject({ ...size, capacity: 'spot', wake: { VSCODE: 'never' } });
    expect(other).toMatchObject({ capacity: 'on_demand', wake: { VSCODE: 'never', AGENT_SERVER: 'link' } });
    expect([other?.size.cpu_units, other?.workspace_gigabytes]).toEqual([4096, 50]);
  });

  it('runs the version of an owner’s spec that wrote the workspace, even if the spec was deleted', async () => {
    const own = ofOwnSpec();
    const source = await scene.paused(own);

    const { status, body } = await scene.fork(source, { count: 2 });

    expect([status, started(body)]).toMatchObject([200, [own, own]]);
    const larger = await scene.fork(source, { resources: { cpu: 8 } });
    expect(badFields(larger)).toEqual(['body.resources.cpu']);
  });

  it('reports each fork that a limit refuses, and starts the others', async () => {
    const source = await scene.paused();

    const { status, body } = await scene.fork(source, { count: 6 });

    expect(status).toBe(200);
    expect(started(body)).toHaveLength(4);
    expect(body.items.slice(4)).toEqual(
      Array(2).fill({ sandbox: null, error: { code: 'concurrency_limit_exceeded', detail: expect.any(String) } }),
    );
  });

  it('fails with the reason when a limit refuses all forks, and leaves nothing to pay for', async () => {
    const source = await scene.running();
    for (let n = 0; n < 3; n += 1) await scene.running();

    const refused = await scene.fork(source, { count: 2 });

    expect([refused.status, refused.body.code]).toEqual([429, 'concurrency_limit_exceeded']);
    expect(snapshots()).toMatchObject([{ state: 'DELETING', holds: 0 }]);
    expect(scene.worked).toEqual([]);
  });

  it('refuses a wrong size before it copies anything', async () => {
    const source = await scene.paused();

    const refused = await scene.fork(source, { resources: { cpu: 64 } });

    expect([refused.status, badFields(refused)]).toEqual([422, ['body.resources.cpu']]);
    expect(snapshots()).toEqual([]);
    expect(scene.rowOf(source.sandbox_id)).toEqual(source);
  });

  it('finds no sandbox of another owner, so that nobody can fork into or out of another account', async () => {
    const source = await scene.paused();

    const refused = await scene.fork(source, {}, { caller: { ...aCaller, ownerId: 'bob' } });

    expect(refused.status).toBe(404);
    expect([scene.deps.sandboxes.rows.size, snapshots()]).toEqual([1, []]);
  });

  it('refuses a sandbox whose workspace is gone, with what to do', async () => {
    const source = await scene.paused({ phase: 'EXPIRED', snapshot_id: null, status_reason: workspaceExpired(30) });

    expect((await scene.fork(source)).status).toBe(410);
  });

  it('starts nothing twice when an attempt ended without a response, wherever it ended', async () => {
    for (const calls of [1, 2, 3, 4, 5]) {
      scene = new ForkScene();
      const source = await scene.paused();
      const { sandboxes } = scene.deps;
      const save = sandboxes.save.bind(sandboxes);
      let left = calls;
      sandboxes.save = async (...given) => {
        left -= 1;
        if (left === 0) throw new Error('the function was killed');
        await save(...given);
      };
      const first = await scene.attempt('fork', source, { count: 3 }).catch(() => undefined);
      sandboxes.save = save;

      const again = await scene.attempt('fork', source, { count: 3 });

      expect(first === undefined).toBe(calls <= 4);
      expect(new Set(again.items.map(({ sandbox }) => sandbox?.id)).size).toBe(3);
      expect([sandboxes.rows.size, snapshots().length]).toEqual([4, 1]);
      expect(scene.wrongHolds()).toEqual([]);
    }
  });
});
