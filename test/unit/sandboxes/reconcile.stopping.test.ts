import { describe, expect, it } from 'vitest';
import { leases, limits } from '../../../shared/sandboxes/limits.ts';
import { LifecycleScene } from '../../support/lifecycle-scene.ts';

const DAY = 86_400;

describe('a pause', () => {
  it('lets the agent prepare, stops the task, saves the workspace and then lets the volume go', async () => {
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

  it('keeps the snapshot before, and deletes the one before that', async () => {
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

  it('says until when the workspace is kept', async () => {
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

  it('calls StopTask once, also when it sees the task as it was before', async () => {
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

  it('of a sandbox that never ran keeps nothing, as there is nothing', async () => {
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

describe('a sandbox that nobody uses', () => {
  /** A running sandbox whose agent has done nothing for an hour, nor did anybody call it. */
  async function unused(): Promise<LifecycleScene> {
    const scene = await LifecycleScene.running();
    scene.world.clock.advance(3600);
    scene.world.agents.idle((await scene.task()).arn, 3600);
    return scene;
  }
  const idle = { agent: { kind: 'ready', idleSeconds: 3600, busy: false } } as const;

  it('is paused, and says so', async () => {
    const scene = await unused();

    await scene.look(idle);

    expect(await scene.read()).toMatchObject({
      phase: 'STOPPING',
      desired: 'PAUSED',
      pause_reason: 'idle',
      status_reason: { code: 'idle' },
    });
  });

  it('runs on when its agent began to work after it was asked', async () => {
    const scene = await unused();
    scene.world.agents.idle((await scene.task()).arn, 0, true);
    const before = await scene.read();

    await scene.look(idle);

    expect(await scene.read()).toEqual(before);
  });

  it('runs on when a request came while it was being judged', async () => {
    const scene = await unused();
    const { agents } = scene.world.reconcileDeps();
    const health: typeof agents.health = async (...asked) => {
      await scene.want('resume');
      return agents.health(...asked);
    };

    await scene.look(idle, { agents: { health } });

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', desired: 'RUNNING' });
  });

  it('runs on while its agent works, however long nobody looks', async () => {
    const scene = await LifecycleScene.running();
    scene.world.agents.idle((await scene.task()).arn, 99_999, true);

    await scene.minutes(45);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
  });
});
