import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Action, act, action } from '../../support/world/actions.ts';
import { alwaysBroken, brokenAtRest, isAtRest } from '../../support/world/invariants.ts';
import { SandboxWorld } from '../../support/world/sandbox-world.ts';

/** Longer than every limit of the lifecycle one after another, in minutes. */
const PATIENCE = 75;

interface Story {
  readonly seed: number;
  readonly interleaved: boolean;
  /** Whether all news is lost while the world settles, so that only the sweep is left. */
  readonly deaf: boolean;
  /** What never gets better: then no start may be under way for ever. */
  readonly trouble: (typeof troubles)[number];
  readonly actions: readonly Action[];
}

const troubles = ['none', 'agents are silent', 'ECS has no capacity', 'ECS answers nothing', 'ECS refuses'] as const;

const story = (interleaved: boolean): fc.Arbitrary<Story> =>
  fc.record({
    seed: fc.integer(),
    interleaved: fc.constant(interleaved),
    deaf: fc.boolean(),
    trouble: fc.constantFrom(...troubles, 'none' as const, 'none' as const),
    actions: fc.array(action, { minLength: 3, maxLength: 50, size: 'max' }),
  });

async function live(given: Story): Promise<SandboxWorld> {
  const world = new SandboxWorld(given.seed);
  world.processes.interleaved = given.interleaved;
  for (const step of given.actions) {
    await act(world, step);
    if (!given.interleaved) await world.processes.finish();
    expect(alwaysBroken(world)).toEqual([]);
  }
  await settle(world, given);
  return world;
}

const faults = {
  'ECS has no capacity': 'no-capacity',
  'ECS answers nothing': 'throttled',
  'ECS refuses': 'refused',
} as const;

/** The troubles end, all but one, and time passes. */
async function settle(world: SandboxWorld, { deaf, trouble }: Story): Promise<void> {
  const { processes, ecs, agents } = world;
  await processes.finish();
  processes.interleaved = false;
  processes.neverCrash();
  ecs.clearFaults();
  agents.silent.clear();
  agents.allSilent = trouble === 'agents are silent';
  ecs.alwaysFails = trouble in faults ? faults[trouble as keyof typeof faults] : null;
  for (let minute = 0; minute < PATIENCE; minute += 1) {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      if (deaf) world.loseNews();
      else await world.tellAll();
      await world.pass(15);
    }
    world.sweep();
    await processes.finish();
    expect(alwaysBroken(world)).toEqual([]);
    if (minute > 2 && isAtRest(world)) break;
  }
}

describe('whatever happens to sandboxes and start tasks, they come to rest as the invariants say', () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it.each([
    ['one thing after another', false, 500],
    ['everything at once', true, 500],
  ])('%s', async (_, interleaved, numRuns) => {
    await fc.assert(
      fc.asyncProperty(story(interleaved), async (given) => {
        const world = await live(given);
        expect(await brokenAtRest(world)).toEqual([]);
      }),
      { numRuns },
    );
  });
});
