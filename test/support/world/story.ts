import * as fc from 'fast-check';
import { type Action, act, action } from './actions.ts';
import { endTroubles } from './end-troubles.ts';
import { alwaysBroken, type Broken, brokenAtRest, isAtRest } from './invariants.ts';
import type { Mutations } from './mutations.ts';
import { SandboxWorld } from './sandbox-world.ts';

/** Longer than every limit of the lifecycle one after another, in minutes. */
const PATIENCE = 75;

/** One schedule: what happens to the world, in which order its processes take turns, and how it is left to settle. */
export interface Story {
  readonly seed: number;
  readonly interleaved: boolean;
  /** Whether all news is lost while the world settles, so that only the sweep is left. */
  readonly deaf: boolean;
  /** What never gets better: then no start may be under way for ever. */
  readonly trouble: (typeof troubles)[number];
  readonly actions: readonly Action[];
}

const troubles = ['none', 'agents are silent', 'ECS has no capacity', 'ECS answers nothing', 'ECS refuses'] as const;

export const story = (interleaved: boolean): fc.Arbitrary<Story> =>
  fc.record({
    seed: fc.integer(),
    interleaved: fc.constant(interleaved),
    deaf: fc.boolean(),
    trouble: fc.constantFrom(...troubles, 'none' as const, 'none' as const),
    actions: fc.array(action, { minLength: 3, maxLength: 50, size: 'max' }),
  });

const faults = {
  'ECS has no capacity': 'no-capacity',
  'ECS answers nothing': 'throttled',
  'ECS refuses': 'refused',
} as const;

/** Lives through a story. @returns every promise that was broken on the way or at its end; the first moment of trouble ends it. */
export async function brokenBy(
  given: Story,
  mutations: Mutations = {},
): Promise<{ broken: Broken[]; world: SandboxWorld }> {
  const world = new SandboxWorld(given.seed, mutations);
  world.processes.interleaved = given.interleaved;
  for (const step of given.actions) {
    await act(world, step);
    if (!given.interleaved) await world.processes.finish();
    const broken = alwaysBroken(world);
    if (broken.length > 0) return { broken, world };
  }
  return { broken: await settle(world, given), world };
}

/** The troubles end, all but one, and time passes. */
async function settle(world: SandboxWorld, { deaf, trouble }: Story): Promise<Broken[]> {
  const { processes, ecs, agents } = world;
  await endTroubles(world);
  world.deaf = deaf;
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
    const broken = alwaysBroken(world);
    if (broken.length > 0) return broken;
    if (minute > 2 && isAtRest(world)) break;
  }
  return brokenAtRest(world);
}
