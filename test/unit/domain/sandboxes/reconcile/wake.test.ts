import { describe, expect, it, vi } from 'vitest';
import { wake } from '../../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { END_OF_TIME } from '../../../../support/sandboxes/world/sandbox-world.ts';

const at = '2026-11-21T12:00:00.000Z';

describe('worker that waits for many sandboxes', () => {
  it('looks at the others when one fails, and says so in the end', async () => {
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
  it('is given up for another one when a worker comes too late for it', async () => {
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

  it('does not come to a start in the queue but by an offer, and the wait is no failure', async () => {
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
