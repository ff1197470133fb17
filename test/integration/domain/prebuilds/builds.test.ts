import { describe, expect, it } from 'vitest';
import { changePrebuild, deletePrebuild, requestBuild } from '../../../../shared/domain/prebuilds/change-prebuilds.ts';
import { TooManyPrebuildsError } from '../../../../shared/domain/prebuilds/dynamo-prebuilds.ts';
import { MAX_PREBUILDS } from '../../../../shared/domain/prebuilds/prebuild.ts';
import { prebuildView } from '../../../../shared/domain/prebuilds/prebuild-view.ts';
import { pauseRequested } from '../../../../shared/domain/sandboxes/intent/intents.ts';
import { familyOf } from '../../../../shared/domain/sandboxes/own-specs/own-spec.ts';
import { aDefinition, anOwnSpec } from '../../../support/sandboxes/own-specs.ts';
import { someSpecs } from '../../../support/sandboxes/sandbox-data.ts';
import { searchSize, searchSizes } from '../../../support/search-size.ts';
import { useServiceTables } from '../../../support/service-tables.ts';
import { BuildScene } from './scene.ts';

const tables = await useServiceTables();
const aScene = () => new BuildScene(tables);

const changing = (scene: BuildScene) => ({
  prebuilds: scene.prebuilds,
  now: scene.clock.now,
  work: async () => undefined,
  specs: someSpecs(),
  ownSpecs: scene.ownSpecs,
});

const find = (scene: BuildScene, id: string) => scene.prebuilds.require(scene.ownerId, id);
const left = async (scene: BuildScene) => (await scene.all()).filter(({ phase }) => phase !== 'DELETED');

describe('a build', () => {
  it('clones, runs the set-up, keeps the workspace as a snapshot and deletes its sandbox', async () => {
    const scene = aScene();
    const id = await scene.create();
    expect((await find(scene, id)).state).toBe('BUILDING');
    await scene.settle(id);

    const row = await find(scene, id);
    expect(row).toMatchObject({ state: 'READY', build: null, requested: null, failure: null, discards: [] });
    expect(row.current).toMatchObject({ commit: 'abc', branch: 'main', git_provider: 'github' });
    expect([...scene.snapshots.keys()]).toEqual([row.current?.snapshot_id]);
    expect(scene.ran).toEqual(['clone', 'setup', 'seal']);
    expect(await left(scene)).toEqual([]);
    expect(scene.events.at(-1)).toMatchObject({
      type: 'prebuild.ready',
      data: { repository: 'acme/site', reason: null },
    });
  });

  it('is paid by the key that created the prebuild, and marked as a build', async () => {
    const scene = aScene();
    const id = await scene.create();
    await scene.work(id);

    expect(await scene.all()).toMatchObject([{ prebuild_id: id, api_key_id: 'key000000001', desired: 'RUNNING' }]);
  });

  it('is made by the person who created the prebuild, also one that a push asks for', async () => {
    const scene = aScene();
    const ids = [await scene.create('push', {}, 'ann'), await scene.create()];
    for (const id of ids) await scene.work(id);

    const makerOf = async (id: string) => prebuildView(await find(scene, id), '').created_by_user_id;
    expect(await Promise.all(ids.map(makerOf))).toEqual(['ann', scene.ownerId]);
    const made = (await scene.all()).map(({ prebuild_id: id, created_by: by }) => [id, by]);
    expect(new Map(made as [string, string | undefined][])).toEqual(
      new Map([
        [ids[0], 'ann'],
        [ids[1], undefined],
      ]),
    );
  });

  it('replaces the one before only when it has succeeded', async () => {
    const scene = aScene();
    const id = await scene.create();
    await scene.settle(id);
    const first = (await find(scene, id)).current;
    scene.setup = { exitCode: 30, stdout: '1\nno such package\n', stderr: '' };
    await requestBuild(scene.ownerId, id, 'request', changing(scene));
    await scene.settle(id);
    const failed = await find(scene, id);
    scene.setup = { exitCode: 0, stdout: '', stderr: '' };
    await requestBuild(scene.ownerId, id, 'request', changing(scene));
    await scene.settle(id);
    const row = await find(scene, id);

    expect(failed).toMatchObject({
      state: 'ERROR',
      current: first,
      failure: { code: 'setup_script_failed', output: 'no such package' },
    });
    expect(failed.failure?.message).toBe(
      '.openhands/setup.sh ended with exit code 1. Correct the script, then build again.',
    );
    expect(row).toMatchObject({ state: 'READY', failure: null });
    expect(row.current?.snapshot_id).not.toBe(first?.snapshot_id);
    expect([...scene.snapshots.keys()]).toEqual([row.current?.snapshot_id]);
    expect(await left(scene)).toEqual([]);
  });

  it('that is asked for during another one follows it, once', async () => {
    const scene = aScene();
    const id = await scene.create();
    const ask = () => requestBuild(scene.ownerId, id, 'push', changing(scene));
    scene.duringSetup = () => (scene.ran.length === 2 ? Promise.all([ask(), ask(), ask()]) : Promise.resolve());
    await scene.settle(id);

    expect(scene.ran.filter((what) => what === 'clone')).toHaveLength(2);
    expect(await find(scene, id)).toMatchObject({ state: 'READY', requested: null });
  });

  it.each([['clone', { exitCode: 21, stdout: '', stderr: 'fatal: repository not found' }, 'clone_failed']] as const)(
    'fails with the reason of its %s',
    async (_what, outcome, code) => {
      const scene = aScene();
      const id = await scene.create();
      scene.clone = outcome;
      await scene.settle(id);

      const { failure, state } = await find(scene, id);
      expect([state, failure?.code]).toEqual(['ERROR', code]);
      expect(failure?.message).toContain('does not exist or is private');
      expect(scene.events.at(-1)).toMatchObject({ type: 'prebuild.failed', data: { reason: code } });
      expect(await left(scene)).toEqual([]);
    },
  );

  it('fails at the limit of sandboxes, without a sandbox', async () => {
    const scene = aScene();
    const id = await scene.create();
    scene.sandboxLimit = 0;
    await scene.settle(id);

    expect(await find(scene, id)).toMatchObject({ state: 'ERROR', failure: { code: 'concurrency_limit_exceeded' } });
    expect(await scene.all()).toEqual([]);
  });

  it('fails if its sandbox is paused or deleted', async () => {
    for (const end of ['PAUSED', 'DELETED'] as const) {
      const scene = aScene();
      const id = await scene.create();
      await scene.work(id);
      await scene.advanceSandboxes();
      const [sandbox] = await scene.all();
      if (!sandbox) throw new Error('no sandbox');
      const paused = pauseRequested(sandbox, scene.clock.now());
      if (!paused) throw new Error('not paused');
      await scene.sandboxes.save([{ previous: sandbox, next: { ...paused, desired: end } }]);
      await scene.settle(id);

      const { failure } = await find(scene, id);
      expect(failure?.code).toBe(end === 'PAUSED' ? 'sandbox_paused' : 'sandbox_deleted');
      expect(await left(scene)).toEqual([]);
    }
  });

  it('begins each day if that is asked for', async () => {
    const scene = aScene();
    const id = await scene.create('daily');
    await scene.work(id);
    const { next_build_at: next } = await find(scene, id);
    await scene.advanceSandboxes();
    await scene.work(id);
    await scene.advanceSandboxes();
    await scene.work(id);
    await scene.advanceSandboxes();
    await scene.work(id);
    const built = await find(scene, id);
    scene.clock.set(next ?? '');
    const isDue = await scene.isDue(id);
    await scene.work(id);

    expect(next).toBe('2035-03-02T12:00:00.000Z');
    expect(built.state).toBe('READY');
    expect(isDue).toBe(true);
    expect(await find(scene, id)).toMatchObject({
      build: { cause: 'schedule' },
      next_build_at: '2035-03-03T12:00:00.000Z',
    });
  });
});

describe('the sandbox of a build', () => {
  it('has the size that the prebuild asks for', async () => {
    const scene = aScene();
    const id = await scene.create('never', { resources: { cpu: 2, memory_gb: 8, disk_gb: 30 } });
    await scene.work(id);

    const size = { cpu_units: 2048, memory_megabytes: 8192 };
    expect(await scene.all()).toMatchObject([{ size, workspace_gigabytes: 30 }]);
  });

  it('runs the offered version of a spec of the owner, which the build names', async () => {
    const scene = aScene();
    const spec = anOwnSpec({ owner_id: scene.ownerId, version: 3, offered: { version: 2, definition: aDefinition() } });
    scene.ownSpecs = { find: async () => spec };
    const id = await scene.create('never', { spec_id: 'own.mine' });
    await scene.work(id);
    const [sandbox] = await scene.all();
    await scene.settle(id);

    const family = familyOf(spec, 2);
    expect(sandbox).toMatchObject({ spec_id: 'own.mine', own_version: { version: 2, family } });
    expect((await find(scene, id)).current?.own_version).toEqual({ version: 2, family });
  });

  it('does not start once the spec is deleted, and the build says so', async () => {
    const scene = aScene();
    const id = await scene.create('never', { spec_id: 'own.mine' });
    await scene.settle(id);

    expect(await find(scene, id)).toMatchObject({ state: 'ERROR', failure: { code: 'spec_unknown' } });
    expect(await scene.all()).toEqual([]);
  });
});

describe('a prebuild', () => {
  it('is deleted with its snapshot, the sandbox of its build and its row', async () => {
    const scene = aScene();
    const id = await scene.create();
    await scene.settle(id);
    await requestBuild(scene.ownerId, id, 'request', changing(scene));
    await scene.work(id);
    await deletePrebuild(scene.ownerId, id, changing(scene));
    const hidden = await scene.prebuilds.list(scene.ownerId);
    await scene.settle(id);

    expect(hidden).toEqual([]);
    expect(await scene.prebuilds.all(scene.ownerId)).toEqual([]);
    expect(scene.snapshots.size).toBe(0);
    expect(await left(scene)).toEqual([]);
  });

  it('is one of at most 20, which are counted', async () => {
    const scene = aScene();
    const ids = await Promise.all(Array.from({ length: MAX_PREBUILDS }, () => scene.create()));
    await expect(scene.create()).rejects.toBeInstanceOf(TooManyPrebuildsError);
    for (const id of ids.slice(0, 1)) {
      await deletePrebuild(scene.ownerId, id, changing(scene));
      await scene.settle(id);
    }

    await scene.create();
    await expect(scene.create()).rejects.toBeInstanceOf(TooManyPrebuildsError);
  });

  it('is found by its id alone for a webhook, and not by its owner’s strangers', async () => {
    const scene = aScene();
    const id = await scene.create('push');

    expect(await scene.prebuilds.ownerOf(id)).toBe(scene.ownerId);
    expect(await scene.prebuilds.ownerOf('unknown')).toBeUndefined();
    await expect(scene.prebuilds.require('stranger', id)).rejects.toThrow(`Prebuild ${id}`);
  });

  it('changes when it is built only at the revision that was read', async () => {
    const scene = aScene();
    const id = await scene.create();
    const change = (revisions: readonly number[]) =>
      changePrebuild(scene.ownerId, id, { refresh: 'daily' }, changing(scene), revisions);

    await expect(change([7])).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await change([1])).toMatchObject({
      refresh: 'daily',
      next_build_at: '2035-03-02T12:00:00.000Z',
      version: 2,
    });
  });
});

/** A worker makes fewer writes than this from the first request to the deletion of the sandbox. */
const MOST_WRITES = 20;

const points = Array.from({ length: MOST_WRITES }, (_, index) => index + 1);
const chosen = searchSize === searchSizes.long ? points : points.slice(0, 12);

describe('a worker that is killed', () => {
  it.each(chosen.flatMap((write) => (['before', 'after'] as const).map((when) => [when, write] as const)))(
    '%s its write %i leaves a build that the next one ends',
    async (when, write) => {
      const scene = aScene();
      const id = await scene.create();
      await scene.settle(id);
      await requestBuild(scene.ownerId, id, 'request', changing(scene));
      scene.killer.at(write, when);
      await scene.settle(id);

      const row = await find(scene, id);
      expect(row).toMatchObject({ state: 'READY', build: null, requested: null, discards: [], failure: null });
      expect(scene.snapshots.get(row.current?.snapshot_id ?? '')).toBeDefined();
      // A killed worker may have kept the workspace without hearing of it. Its snapshot is the one of the row.
      expect(scene.snapshots.size).toBe(1);
      expect(await left(scene)).toEqual([]);
    },
  );
});

/** A worker that ends, and a minute for its sandbox, by turns: more than a build takes. */
const STEPS = Array.from({ length: 10 }, (_, index) => index);

describe('a build that is under way', () => {
  async function underWay(steps: number) {
    const scene = aScene();
    const id = await scene.create();
    for (let step = 0; step < steps; step += 1) {
      if (step % 2 === 0) await scene.work(id, `w${step}`);
      else await scene.advanceSandboxes();
    }
    return { scene, id };
  }

  it.each(STEPS)(
    'leaves nothing when the prebuild is deleted after step %i, and its worker is killed',
    async (steps) => {
      const { scene, id } = await underWay(steps);
      await deletePrebuild(scene.ownerId, id, changing(scene));
      scene.killer.at(1 + (steps % 3), steps % 2 === 0 ? 'before' : 'after');
      await scene.settle(id);

      expect(await scene.prebuilds.all(scene.ownerId)).toEqual([]);
      expect(scene.snapshots.size).toBe(0);
      expect(await left(scene)).toEqual([]);
    },
  );

  it.each(STEPS)('is followed by one more when it is asked for twice after step %i', async (steps) => {
    const { scene, id } = await underWay(steps);
    const already = (await scene.all()).length;
    await Promise.all([1, 2].map(() => requestBuild(scene.ownerId, id, 'request', changing(scene))));
    await scene.settle(id);

    const row = await find(scene, id);
    expect(row).toMatchObject({ state: 'READY', requested: null, build: null, discards: [] });
    // Before it has begun, the first request is the one that counts.
    expect(await scene.all()).toHaveLength(already + 1);
    expect(scene.snapshots.size).toBe(1);
    expect(await left(scene)).toEqual([]);
  });
});
