import { describe, expect, it, vi } from 'vitest';
import { sessionKeyHash } from '../../../../../shared/domain/sandboxes/agent/keys.ts';
import { lastStepBy, reconcile, wake } from '../../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { startedBy } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Observation } from '../../../../../shared/domain/sandboxes/record/step.ts';
import type { Task } from '../../../../../shared/domain/sandboxes/record/task.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { END_OF_TIME } from '../../../../support/sandboxes/world/sandbox-world.ts';

describe('start', () => {
  it('calls ECS once, with the recorded parameters', async () => {
    const scene = await LifecycleScene.with();

    await scene.look();

    const [live] = scene.world.ecs.live();
    const row = await scene.read();
    expect(live?.startedBy).toBe(startedBy(row));
    expect(row).toMatchObject({
      phase: 'PROVISIONING',
      task_arn: live?.task.arn,
      key_id: 'k1',
      launch: { task_definition: 'agents-reference', volume: { size_gib: 20, snapshot_id: null } },
    });
    expect(scene.world.ecs.requests.map(({ launch }) => launch)).toEqual([row.launch]);
  });

  it('becomes RUNNING when its agent has its keys', async () => {
    const scene = await LifecycleScene.running();

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'RUNNING', status_reason: null, boot_lease_until: null, volume_id: 'vol-1' });
    expect(row.exposed_urls).toEqual([{ name: 'AGENT_SERVER', port: 8000, url: row.task_arn }]);
    const key = await scene.world.keys.sessionKey(row);
    expect(scene.world.agents.sessionKeyOf(row.task_arn ?? '')).toBe(key);
    expect(row.session_key_hash).toBe(sessionKeyHash(row, key));
    expect(row.transitions.map(({ phase }) => phase)).toEqual(['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING']);
  });

  it('after a pause uses the saved workspace, on a disk of the same kind', async () => {
    const scene = await LifecycleScene.paused();
    const { snapshot_id: snapshotId } = await scene.read();

    await scene.want('resume');
    await scene.settle();

    expect(scene.world.ecs.requests.at(-1)?.launch.volume).toMatchObject({
      snapshot_id: snapshotId,
      filesystem_type: 'ext4',
      size_gib: 20,
    });
    expect(await scene.content()).toEqual(['first']);
  });

  it('keeps the size and the file system of its workspace when its spec has changed', async () => {
    const scene = await LifecycleScene.with({ workspace_gigabytes: 77, filesystem_type: 'xfs' });

    await scene.look();

    expect((await scene.read()).launch?.volume).toMatchObject({ size_gib: 77, filesystem_type: 'xfs' });
  });
});

describe('stray task', () => {
  it('is stopped when its sandbox has no row', async () => {
    const { world } = new LifecycleScene();
    const task = world.ecs.plant('ann/0193000000000000000000000000aaaa/1');
    const look = () =>
      reconcile('ann', '0193000000000000000000000000aaaa', { task }, world.reconcileDeps(), END_OF_TIME);

    expect((await look()).steps).toBe(1);
    expect(world.ecs.live()).toEqual([]);
    expect(await reconcile('ann', 'x', {}, world.reconcileDeps(), END_OF_TIME)).toEqual({ steps: 0, again: undefined });
  });

  it('is ignored when it has no row and is stopping', async () => {
    const { world } = new LifecycleScene();
    const task = { ...world.ecs.plant('ann/0193000000000000000000000000aaaa/1'), desiredStatus: 'STOPPED' };

    await reconcile('ann', '0193000000000000000000000000aaaa', { task }, world.reconcileDeps(), END_OF_TIME);

    expect(world.ecs.calls.stop).toBe(0);
  });

  it('of an earlier generation is stopped, and the record stays unchanged', async () => {
    const scene = await LifecycleScene.with({ generation: 2, phase: 'PROVISIONING', task_arn: 'arn:now' });
    const before = await scene.read();
    const task = scene.world.ecs.plant(startedBy({ ...before, generation: 1 }));

    await scene.look({ task });

    expect(scene.world.ecs.live()).toEqual([]);
    expect(await scene.read()).toEqual(before);
  });
});

describe('reconciler pass', () => {
  it('does nothing when observation and desired state agree', async () => {
    const scene = await LifecycleScene.running();
    const before = await scene.read();

    expect(await scene.look()).toEqual({ steps: 0, again: undefined });
    expect(await scene.read()).toEqual(before);
  });

  it('decides again when another writer changed the row', async () => {
    const scene = await LifecycleScene.with();
    const reserve = async (now: Date) => {
      if ((await scene.read()).desired === 'RUNNING') await scene.want('pause');
      return now;
    };

    await scene.look({}, { pace: { reserve, reserveIdle: async () => true } });

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', desired: 'PAUSED', launch: null });
    expect(scene.world.ecs.calls.run).toBe(0);
  });

  it('begins no step without enough time, and schedules another pass immediately', async () => {
    const scene = await LifecycleScene.with();
    const { clock } = scene.world;
    const begun = clock.now().getTime();
    const reserve = async (now: Date) => {
      clock.advance(46);
      return now;
    };

    const { steps, again } = await scene.look(
      {},
      { pace: { reserve, reserveIdle: async () => true } },
      lastStepBy(new Date(begun), 60_000),
    );

    expect(steps).toBe(1);
    expect(again).toEqual(clock.now());
    expect(await scene.read()).toMatchObject({ phase: 'PENDING', task_arn: null });
    await scene.look();
    expect((await scene.read()).phase).toBe('PROVISIONING');
    expect(scene.world.ecs.live()).toHaveLength(1);
  });

  it('ends when record and observation never agree', async () => {
    const scene = await LifecycleScene.with();

    const { steps } = await scene.look({}, { nextStep: () => ({ kind: 'observe' }) });

    expect(steps).toBe(24);
  });
});

type Story = (scene: LifecycleScene) => Promise<void>;

const phases: Partial<Record<Sandbox['phase'], Story>> = {
  PROVISIONING: async (scene) => {
    await scene.want('resume');
    await scene.settle(5);
  },
  RUNNING: async (scene) => {
    await scene.want('resume');
    await scene.settle();
  },
  STOPPING: async (scene) => {
    await phases.RUNNING?.(scene);
    await scene.want('pause');
    await scene.look();
    await scene.world.processes.finish();
  },
  SAVING: async (scene) => {
    await phases.RUNNING?.(scene);
    scene.world.disks.snapshotSeconds = 999;
    await scene.want('pause');
    await scene.settle(15);
  },
  PAUSED: async () => undefined,
  DELETING: async (scene) => {
    await phases.RUNNING?.(scene);
    await scene.want('delete');
    await scene.look();
    await scene.world.processes.finish();
  },
  DELETED: async (scene) => {
    await scene.want('delete');
    await scene.settle();
  },
};

async function secondLife(): Promise<{ scene: LifecycleScene; old: Task }> {
  const scene = await LifecycleScene.running();
  const { arn } = await scene.task();
  await scene.want('pause');
  await scene.settle();
  const old = scene.world.ecs.taskOf(arn);
  if (!old) throw new Error('ECS has forgotten it');
  return { scene, old };
}

async function expectNoChange(scene: LifecycleScene, seen: Observation): Promise<void> {
  const before = await scene.read();
  const { stop, run } = scene.world.ecs.calls;

  expect((await scene.look(seen)).steps).toBe(0);

  expect(await scene.read()).toEqual(before);
  expect(scene.world.ecs.calls).toEqual({ stop, run });
}

describe.each(Object.entries(phases).filter(([phase]) => phase !== 'PAUSED'))('late events in %s', (phase, story) => {
  it('of a task of the previous generation change nothing', async () => {
    const { scene, old } = await secondLife();
    await story(scene);
    expect(await scene.read()).toMatchObject({ phase });
    const isSecond = (await scene.read()).generation === 2;

    await expectNoChange(scene, { task: old });
    if (isSecond) await expectNoChange(scene, { task: { ...old, version: 999 } });
  });
});

describe('end of a task', () => {
  it('is recorded once when its event arrives ten times', async () => {
    const { scene } = await secondLife();
    await phases.RUNNING?.(scene);
    const { arn } = await scene.task();
    await scene.want('pause');
    await scene.look();
    await scene.world.processes.finish();
    await scene.silence(5);
    const stopped = scene.world.ecs.taskOf(arn);
    if (!stopped) throw new Error('ECS has forgotten it');

    await scene.look({ task: stopped });
    for (let again = 0; again < 9; again += 1) await expectNoChange(scene, { task: stopped });

    expect(await scene.read()).toMatchObject({ phase: 'SAVING' });
    expect(scene.world.disks.calls.save).toBe(2);
  });

  it('is not undone by an earlier event of the same task', async () => {
    const { scene, old } = await secondLife();
    const earlier = { ...old, lastStatus: 'RUNNING', desiredStatus: 'RUNNING', version: old.version - 1 };

    await expectNoChange(scene, { task: earlier });
    await expectNoChange(scene, { task: { ...earlier, desiredStatus: 'STOPPED', lastStatus: 'DEACTIVATING' } });
  });
});

describe('end of a snapshot', () => {
  it('is recorded once when its event arrives ten times', async () => {
    const { scene } = await secondLife();
    const { snapshot_id: id } = await scene.read();
    const found = await scene.world.disks.snapshot(id ?? '');

    for (let again = 0; again < 10; again += 1) await expectNoChange(scene, { snapshot: { id: id ?? '', found } });
  });

  it('of the previous generation changes nothing', async () => {
    const { scene } = await secondLife();
    const { snapshot_id: id } = await scene.read();
    const found = await scene.world.disks.snapshot(id ?? '');
    await phases.SAVING?.(scene);

    await expectNoChange(scene, { snapshot: { id: id ?? '', found } });
  });
});

const at = '2026-11-21T12:00:00.000Z';

describe('worker that waits for many sandboxes', () => {
  it('continues with the others when one fails, then fails', async () => {
    const scene = await LifecycleScene.with();
    const { sandboxes } = scene.world;
    const find = vi.fn(async (ownerId: string, id: string) => {
      if (id === 'broken') throw new Error('the table is busy');
      return sandboxes.find(ownerId, id);
    });
    const deps = { ...scene.world.reconcileDeps(), pause: async () => undefined };
    const failing = Object.assign(Object.create(deps.sandboxes), { find });
    const all = ['broken', scene.sandboxId].map((sandbox_id) => ({ owner_id: 'ann', sandbox_id, at }));

    const woken = wake({ sandboxes: all }, { ...deps, sandboxes: failing }, END_OF_TIME);

    await expect(woken).rejects.toThrow('the table is busy');
    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING' });
  });
});

describe('turn of a start', () => {
  it('is replaced by another one when a worker misses it', async () => {
    const scene = await LifecycleScene.with();
    for (let others = 0; others < 45; others += 1) await scene.world.pace.reserve(scene.world.clock.now());
    await scene.look();
    const { launch_scheduled_at: first } = await scene.read();

    scene.world.clock.advance(limits.lateTurn + 5);
    for (let others = 0; others < 45; others += 1) await scene.world.pace.reserve(scene.world.clock.now());
    await scene.look();

    const { launch_scheduled_at: second, phase } = await scene.read();
    expect(phase).toBe('PENDING');
    expect(Date.parse(second ?? '') - Date.parse(first ?? '')).toBeGreaterThan(limits.lateTurn * 1000);
    expect(scene.world.ecs.calls.run).toBe(0);
  });

  it('comes to a queued start only through an offer, and the wait is not a failure', async () => {
    const scene = await LifecycleScene.with();
    await scene.world.pace.keepForQueue(new Date(scene.world.clock.now().getTime() + 3_600_000));
    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'PENDING', launch_queued_at: expect.any(String) });

    scene.world.clock.advance(limits.pending + 60);
    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'PENDING' });
    await scene.look({ turnOffered: true });

    expect(await scene.read()).toMatchObject({ phase: 'PROVISIONING', launch_queued_at: null });
  });

  it('is awaited for an hour at most', async () => {
    const scene = await LifecycleScene.with();
    await scene.world.pace.keepForQueue(new Date(scene.world.clock.now().getTime() + 7_200_000));
    await scene.look();

    scene.world.clock.advance(limits.queued + 60);
    await scene.look();

    expect(await scene.read()).toMatchObject({ phase: 'ERROR', status_reason: { code: 'start_timeout' } });
  });
});

const outOfMemory = {
  stopCode: 'EssentialContainerExited',
  stoppedReason: 'OutOfMemoryError: Container killed due to memory usage',
  exitCode: 137,
};
const badImage = { stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError: manifest not found' };

async function die(scene: LifecycleScene, why = outOfMemory): Promise<void> {
  scene.world.ecs.kill((await scene.task()).arn, why);
  await scene.minutes(2);
}

describe('sandbox whose task ends unexpectedly', () => {
  it('is saved and starts again from its workspace, with the same session key', async () => {
    const scene = await LifecycleScene.running();
    const before = await scene.read();

    await die(scene);

    const now = await scene.read();
    expect(now).toMatchObject({
      phase: 'RUNNING',
      generation: 2,
      restarts: 1,
      desired: 'RUNNING',
      status_reason: null,
    });
    expect(await scene.content()).toEqual(['first']);
    expect(now.delivery_key_hash).not.toBe(before.delivery_key_hash);
    expect(await scene.world.keys.sessionKey(now)).toBe(await scene.world.keys.sessionKey(before));
    expect(await scene.world.keys.secretKey(now)).toBe(await scene.world.keys.secretKey(before));
    expect(scene.world.disks.all().volumes).toMatchObject([{ id: now.volume_id }]);
  });

  it('shows why it starts again while it does', async () => {
    const scene = await LifecycleScene.running();

    await die(scene);

    const { transitions } = await scene.read();
    expect(transitions.slice(-6).map(({ phase, reason }) => [phase, reason])).toEqual([
      ['SAVING', 'out_of_memory'],
      ['PAUSED', 'out_of_memory'],
      ['PENDING', 'out_of_memory'],
      ['PROVISIONING', 'out_of_memory'],
      ['BOOTING', 'out_of_memory'],
      ['RUNNING', null],
    ]);
  });

  it('goes to ERROR after some consecutive restarts, with the reason, and keeps its workspace', async () => {
    const scene = await LifecycleScene.running();
    for (let end = 1; end <= limits.restarts; end += 1) {
      await die(scene);
      expect(await scene.read()).toMatchObject({ phase: 'RUNNING', restarts: end });
      await scene.write(`after ${end}`);
    }

    await die(scene);

    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      status_reason: { code: 'out_of_memory', retryable: true },
      expires_at: expect.any(String),
    });
    expect(await scene.content()).toEqual(['first', 'after 1', 'after 2', 'after 3']);
    expect(scene.world.ecs.live()).toEqual([]);
    await scene.want('resume');
    await scene.minutes(2);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', restarts: 0 });
  });

  it('waits longer before each restart', async () => {
    const scene = await LifecycleScene.running();
    const waits: number[] = [];
    for (const restarts of [0, 1, 2]) {
      await scene.change({ phase: 'PAUSED', restarts: restarts + 1, volume_id: null, snapshot_id: null });
      await scene.look({}, { random: () => 0.5 });
      const { retry_at: retryAt } = await scene.read();
      waits.push((Date.parse(retryAt ?? '') - scene.world.clock.now().getTime()) / 1000);
    }

    expect(waits).toEqual([3.75, 7.5, 15]);
  });

  it('counts restarts from zero after it ran for a while', async () => {
    const scene = await LifecycleScene.running({ restarts: limits.restarts });
    await scene.minutes(Math.ceil(limits.stable / 60));

    await die(scene);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', restarts: 1 });
  });

  it('keeps its deadline and its last use over a restart', async () => {
    const scene = await LifecycleScene.running({ lifetime_minutes: 60 });
    const { deadline_at: deadline, last_activity_at: used } = await scene.read();

    await die(scene);
    expect(await scene.read()).toMatchObject({ generation: 2, deadline_at: deadline, last_activity_at: used });
    scene.world.clock.set(deadline);
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', pause_reason: 'timeout' });
  });

  it('does not start again when a caller paused it', async () => {
    const scene = await LifecycleScene.running();
    scene.world.ecs.kill((await scene.task()).arn, outOfMemory);
    await scene.settle(5);

    await scene.want('pause');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', pause_reason: 'api', status_reason: null });
    expect(await scene.content()).toEqual(['first']);
  });

  it('does not start again when it would fail the same way', async () => {
    const scene = await LifecycleScene.with();
    await scene.look();

    await die(scene, { ...badImage, exitCode: 1 });

    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      generation: 1,
      status_reason: { code: 'image_not_found', retryable: false },
      volume_id: null,
    });
    expect(scene.world.disks.all().volumes).toEqual([]);
  });
});

describe('notice that the task will end', () => {
  it('begins the stop before the end, without a StopTask', async () => {
    const scene = await LifecycleScene.running();
    const task = { ...(await scene.task()), desiredStatus: 'STOPPED', stopCode: 'SpotInterruption', version: 9 };

    await scene.look({ task });

    expect(await scene.read()).toMatchObject({
      phase: 'STOPPING',
      wanted_generation: 2,
      status_reason: { code: 'spot_interrupted' },
      stop_sent_at: expect.any(String),
    });
    expect(scene.world.ecs.calls.stop).toBe(0);
  });
});

describe('running task that ECS forgets', () => {
  it('is stopped before its workspace is saved', async () => {
    const scene = await LifecycleScene.running();
    const { arn } = await scene.task();
    scene.world.clock.advance(limits.consistency + 1);

    await scene.look({ task: 'absent' });
    await scene.settle(30);

    expect(scene.world.ecs.taskOf(arn)).toMatchObject({ lastStatus: 'STOPPED' });
    await scene.minutes(2);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2 });
    expect(await scene.content()).toEqual(['first']);
  });
});
