import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newSandbox } from '../../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { aSandboxId, aSpec } from '../../../../support/sandboxes/sandbox-data.ts';
import { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';

const ACCOUNT_LIMIT = 20;

describe('burst of 200 starts', () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  async function burst(): Promise<{ world: SandboxWorld; launches: number[]; begin: number }> {
    const world = new SandboxWorld(1);
    world.processes.interleaved = false;
    const begin = world.clock.now().getTime();
    for (let made = 0; made < 200; made += 1) {
      const next = newSandbox(`owner-${made % 40}`, aSandboxId(), aSpec(), world.clock.now());
      await world.sandboxes.save([{ previous: null, next }]);
    }
    const launches: number[] = [];
    for (let tenths = 0; tenths < 400 && launches.length < 200; tenths += 1) {
      await world.tellEverything();
      while (launches.length < world.ecs.requests.length) launches.push(world.clock.now().getTime());
      await world.pass(0.1);
    }
    return { world, launches, begin };
  }

  it('starts as fast as ECS accepts calls, and never faster', async () => {
    const { launches, begin } = await burst();

    expect(launches).toHaveLength(200);
    const inOneSecond = launches.map((at) => launches.filter((other) => other >= at && other < at + 1000).length);
    expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(ACCOUNT_LIMIT);
    const seconds = ((launches.at(-1) ?? 0) - begin) / 1000;
    expect(seconds).toBeGreaterThan(200 / ACCOUNT_LIMIT);
    expect(seconds).toBeLessThan(16);
  });

  it('starts each sandbox exactly once', async () => {
    const { world } = await burst();

    await world.tellEverything();
    for (let passed = 0; passed < 30; passed += 1) {
      await world.pass(1);
      await world.tellEverything();
    }

    expect(new Set(world.ecs.requests.map(({ startedBy }) => startedBy)).size).toBe(200);
    expect(world.ecs.requests).toHaveLength(200);
    expect(world.rows().every(({ phase }) => phase === 'RUNNING')).toBe(true);
  });
});
