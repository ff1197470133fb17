import * as fc from 'fast-check';
import { type Action, act, action } from './actions.ts';
import { alwaysBroken, type Broken, brokenAtRest, isAtRest } from './invariants.ts';
import type { Mutations } from './mutations.ts';
import { SandboxWorld } from './sandbox-world.ts';
import { snapshotTheft } from './snapshot-thefts.ts';
import { endFaults } from './task-faults.ts';

/** Longer than every limit of the lifecycle one after another, in minutes. */
const PATIENCE = 75;

/** One schedule: what happens to the world, in which order its processes take turns, and how it is left to settle. */
export interface Schedule {
  readonly seed: number;
  readonly interleaved: boolean;
  /** Whether all news is lost while the world settles, so that only the sweep is left. */
  readonly withoutEvents: boolean;
  /** What never gets better: then no start may be under way for ever. */
  readonly standingFault: (typeof standingFaults)[number];
  /** How many warm tasks the world keeps from its beginning on; none where it is left out. */
  readonly pool?: number;
  readonly actions: readonly Action[];
}

const standingFaults = [
  'none',
  'agents are silent',
  'ECS has no capacity',
  'ECS answers nothing',
  'ECS refuses',
] as const;

/** The next event: one action or, in one schedule of ten, a chain that random actions hardly form. */
const event: fc.Arbitrary<readonly Action[]> = fc.oneof(
  { weight: 250, arbitrary: action.map((single) => [single]) },
  { weight: 1, arbitrary: snapshotTheft },
);

export const schedule = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc.record({
    seed: fc.integer(),
    interleaved: fc.constant(interleaved),
    withoutEvents: fc.boolean(),
    standingFault: fc.constantFrom(...standingFaults, 'none' as const, 'none' as const),
    pool: fc.constantFrom(0, 0, 1, 2),
    actions: fc.array(event, { minLength: 3, maxLength: 50, size: 'max' }).map((events) => events.flat()),
  });

const faults = {
  'ECS has no capacity': 'no-capacity',
  'ECS answers nothing': 'throttled',
  'ECS refuses': 'refused',
} as const;

/** Runs a schedule until a promise is broken. @returns the broken promises */
export async function brokenBy(
  given: Schedule,
  mutations: Mutations = {},
): Promise<{ broken: Broken[]; world: SandboxWorld }> {
  const world = new SandboxWorld(given.seed, mutations);
  world.processes.interleaved = given.interleaved;
  world.pool = { ...world.pool, size: given.pool ?? 0 };
  for (const step of given.actions) {
    await act(world, step);
    if (!given.interleaved) await world.processes.finish();
    const broken = alwaysBroken(world);
    if (broken.length > 0) return { broken, world };
  }
  return { broken: await settle(world, given), world };
}

async function settle(world: SandboxWorld, { withoutEvents, standingFault }: Schedule): Promise<Broken[]> {
  const { processes, ecs, agents } = world;
  await endFaults(world);
  world.withoutEvents = withoutEvents;
  // Under a fault that stays, no pool could fill: what is left of it has to go.
  if (standingFault !== 'none') world.pool = { ...world.pool, size: 0 };
  agents.allSilent = standingFault === 'agents are silent';
  ecs.alwaysFails = standingFault in faults ? faults[standingFault as keyof typeof faults] : null;
  for (let minute = 0; minute < PATIENCE; minute += 1) {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      if (withoutEvents) world.loseEvents();
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
