import { describe, expect, it, vi } from 'vitest';
import { byTurns } from '../../../../shared/domain/maintenance/offer-turns.ts';
import { newSandbox } from '../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { aSandboxId, aSpec } from '../../../support/sandboxes/sandbox-data.ts';
import { SandboxWorld } from '../../../support/sandboxes/world/sandbox-world.ts';

const start = (ownerId: string, second: number) => ({
  owner_id: ownerId,
  phase_since: `2026-11-21T12:00:${String(second).padStart(2, '0')}.000Z`,
});

describe('turns', () => {
  it('go to one owner after the other, and within an owner to the longest waiting', () => {
    const queued = [start('ann', 1), start('ann', 0), start('ann', 2), start('bob', 30), start('zoe', 40)];

    expect(byTurns(queued)).toEqual([
      start('ann', 0),
      start('bob', 30),
      start('zoe', 40),
      start('ann', 1),
      start('ann', 2),
    ]);
  });
});

/** More starts than the pace has turns for in the near future, and one of an owner who comes last. */
async function crowd(): Promise<{ world: SandboxWorld; late: string }> {
  const world = new SandboxWorld(1);
  world.processes.interleaved = false;
  const ask = async (ownerId: string) => {
    const next = newSandbox(ownerId, aSandboxId(), aSpec(), world.clock.now());
    await world.sandboxes.save([{ previous: null, next }]);
    return next.sandbox_id;
  };
  const most = 15 * limits.turnsAtOnce;
  for (let made = 0; made < most + 100; made += 1) await ask('ann');
  for (let told = 0; told < 12; told += 1) await world.tellAll();
  return { world, late: await ask('bob') };
}

async function seconds(world: SandboxWorld, count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await world.pass(1);
    await world.tellEverything();
  }
}

describe('start for which no turn is left', () => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();

  it('waits in the queue, is offered a turn soon, and none is started twice', async () => {
    const { world, late } = await crowd();
    await world.tellEverything();
    expect(world.sandboxes.rows.get(`bob/${late}`)).toMatchObject({ launch_queued_at: expect.any(String) });

    await seconds(world, 60);

    expect(world.rows().filter(({ phase }) => phase !== 'RUNNING')).toEqual([]);
    expect(world.ecs.requests).toHaveLength(world.rows().length);
  });

  it('is offered one by the sweep when the offer was lost', async () => {
    const { world } = await crowd();
    world.loseEvents();
    const claimed = await world.pace.claimOffer(world.clock.now());
    if (claimed) await world.pace.endOffer();

    for (let minute = 0; minute < 4; minute += 1) {
      world.sweep();
      await world.processes.finish();
      await seconds(world, 60);
    }

    expect(world.rows().filter(({ phase }) => phase !== 'RUNNING')).toEqual([]);
  });
});
