import { describe, expect, it } from 'vitest';
import { leases, limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

const DAY = 86_400;

describe('pause', () => {
  it('lets the agent prepare, stops the task, saves the workspace and then deletes the volume', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');

    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'STOPPING', stop_sent_at: null });
    await scene.world.processes.finish();
    expect(scene.world.agents.prepared).toEqual([scene.sandboxId]);
    await scene.settle(10);
    expect(await scene.read()).toMatchObject({ phase: 'SAVING', volume_id: 'vol-1', saving_snapshot_id: 'snap-2' });
    await scene.settle(30);

    expect(await scene.read()).toMatchObject({
      phase: 'PAUSED',
      desired: 'PAUSED',
      pause_reason: 'api',
      volume_id: null,
      snapshot_id: 'snap-2',
      previous_snapshot_id: null,
      saving_snapshot_id: null,
      exposed_urls: null,
      discards: [],
    });
    expect(scene.world.disks.all()).toMatchObject({ volumes: [], snapshots: [{ id: 'snap-2', state: 'completed' }] });
    expect(scene.world.disks.deletedUnsaved).toEqual([]);
    expect(scene.world.ecs.calls.stop).toBe(1);
    expect(await scene.content()).toEqual(['first']);
  });

  it('keeps the previous snapshot, and deletes the one before that', async () => {
    const scene = await LifecycleScene.paused();
    const snapshots = [(await scene.read()).snapshot_id];
    for (const text of ['second', 'third']) {
      await scene.want('resume');
      await scene.settle();
      await scene.write(text);
      await scene.want('pause');
      await scene.settle();
      snapshots.push((await scene.read()).snapshot_id);
    }

    const kept = scene.world.disks.all().snapshots.map(({ id }) => id);
    expect(await scene.read()).toMatchObject({ snapshot_id: snapshots[2], previous_snapshot_id: snapshots[1] });
    expect(kept).toEqual([snapshots[1], snapshots[2]]);
    expect(await scene.content()).toEqual(['first', 'second', 'third']);
  });

  it('records until when the workspace is kept', async () => {
    const scene = await LifecycleScene.paused();

    const { expires_at: expiresAt, phase_since: since, retention_days: days } = await scene.read();

    expect(Date.parse(expiresAt ?? '') - Date.parse(since)).toBe(days * DAY * 1000);
  });

  it('does not wait for an agent that hangs', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');
    const prepareStop = async () => undefined;

    await scene.look({}, { prepareStop });
    expect(await scene.look({}, { prepareStop })).toMatchObject({ steps: 0 });
    scene.world.clock.advance(leases.stop);
    await scene.look({}, { prepareStop });

    expect(scene.world.ecs.calls.stop).toBe(1);
    expect(await scene.read()).toMatchObject({ phase: 'STOPPING', stop_sent_at: expect.any(String) });
  });

  it('calls StopTask once, even when it reads a stale task', async () => {
    const scene = await LifecycleScene.running();
    const task = await scene.task();
    await scene.want('pause');

    await scene.look({ task, agent: { kind: 'ready', idleSeconds: 0, busy: false } });
    await scene.world.processes.finish();
    for (let again = 0; again < 5; again += 1) await scene.look({ task });

    expect(scene.world.ecs.calls.stop).toBe(1);
  });

  it('calls StopTask again when the task does not end, once in each pass', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');
    await scene.look();
    await scene.world.processes.finish();
    scene.world.clock.advance(limits.stop + 1);

    await scene.look();

    expect(scene.world.ecs.calls.stop).toBe(2);
  });

  it('of a sandbox that never ran keeps no workspace, as there is none', async () => {
    const scene = await LifecycleScene.with();
    await scene.look();
    await scene.world.pass(5);
    await scene.want('pause');

    await scene.minutes(4);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', snapshot_id: null, expires_at: null, discards: [] });
    expect(scene.world.disks.all()).toEqual({ volumes: [], snapshots: [] });
    expect(scene.world.agents.prepared).toEqual([]);
  });
});

describe('idle sandbox', () => {
  async function unused(): Promise<LifecycleScene> {
    const scene = await LifecycleScene.running();
    scene.world.clock.advance(3600);
    scene.world.agents.idle((await scene.task()).arn, 3600);
    return scene;
  }
  const idle = { agent: { kind: 'ready', idleSeconds: 3600, busy: false } } as const;

  it('is paused with the reason idle', async () => {
    const scene = await unused();

    await scene.look(idle);

    expect(await scene.read()).toMatchObject({
      phase: 'STOPPING',
      desired: 'PAUSED',
      pause_reason: 'idle',
      status_reason: { code: 'idle' },
    });
  });

  it('keeps running when its agent began to work after the observation', async () => {
    const scene = await unused();
    scene.world.agents.idle((await scene.task()).arn, 0, true);
    const before = await scene.read();

    await scene.look(idle);

    expect(await scene.read()).toEqual(before);
  });

  it('keeps running when a request arrived during the decision', async () => {
    const scene = await unused();
    const { agents } = scene.world.reconcileDeps();
    const health: typeof agents.health = async (...asked) => {
      await scene.want('resume');
      return agents.health(...asked);
    };

    await scene.look(idle, { agents: { health } });

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', desired: 'RUNNING' });
  });

  it('keeps running while its agent works, however long no client calls', async () => {
    const scene = await LifecycleScene.running();
    scene.world.agents.idle((await scene.task()).arn, 99_999, true);

    await scene.minutes(45);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
  });
});
