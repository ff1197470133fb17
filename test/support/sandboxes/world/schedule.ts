import * as fc from 'fast-check';
import type { SaveFault } from '../fake-disks.ts';
import type { RunFault } from '../fake-ecs.ts';
import { act } from './act.ts';
import { type Action, action } from './actions.ts';
import { alwaysBroken, type Broken, brokenAtRest, isAtRest } from './invariants.ts';
import type { Mutations } from './mutations.ts';
import { SandboxWorld } from './sandbox-world.ts';
import { endFaults } from './task-faults.ts';
import { withoutStacks } from './without-stacks.ts';

/** Faults of the next snapshot. After those listed twice, the disk waits for a resume. */
const saveFaults: (SaveFault | 'none')[] = [
  'none',
  'lost-answer',
  'denied',
  'denied',
  'snapshot-fails',
  'snapshot-fails',
];

/** When the snapshot of a sandbox is deleted outside the service. */
const moments = ['at rest', 'running', 'ended'] as const;

/** A saved sandbox restarts, a snapshot can fail, and the last one vanishes. Random actions rarely do this. */
export const snapshotTheft: fc.Arbitrary<Action[]> = fc
  .record({
    owner: fc.constantFrom('ann' as const, 'bob' as const),
    sandbox: fc.nat({ max: 5 }),
    // A snapshot that vanishes while a sandbox runs is mostly found missing at its end.
    moment: fc.constantFrom(...moments, 'running' as const),
    fault: fc.constantFrom(...saveFaults),
    times: fc.constantFrom(1, 3),
    end: fc.constantFrom('pause' as const, 'spot' as const),
    isResumed: fc.boolean(),
    seconds: fc.constantFrom(0, 70, 700, 90_000),
  })
  .map(({ owner, sandbox, moment, fault, times, end, isResumed, seconds }) => {
    const theft: Action = { kind: 'disturb', what: 'vanish-snapshot', which: sandbox };
    const at = (when: (typeof moments)[number]): Action[] => (when === moment ? [theft] : []);
    const faulty: Action[] = fault === 'none' ? [] : Array(times).fill({ kind: 'save-fault', fault });
    const ends: Action = end === 'pause' ? { kind: end, sandbox } : { kind: 'task-fault', what: end, task: sandbox };
    const resume: Action = { kind: 'resume', sandbox };
    const calm: Action = { kind: 'calm' };
    return [
      { kind: 'start', owner },
      calm,
      calm,
      calm,
      { kind: 'pause', sandbox },
      calm,
      calm,
      ...at('at rest'),
      resume,
      calm,
      calm,
      ...at('running'),
      ...faulty,
      ends,
      calm,
      { kind: 'time', seconds },
      calm,
      ...at('ended'),
      ...(isResumed ? [resume, calm] : []),
    ];
  });

/** Longer than the sum of all lifecycle limits, in minutes. */
const PATIENCE = 75;

/** The actions of one schedule, the interleaving of its processes, and how it settles. */
export interface Schedule {
  readonly seed: number;
  readonly interleaved: boolean;
  /** Whether all events are lost while the world settles, so that only the sweep runs. */
  readonly withoutEvents: boolean;
  /** A permanent fault. Starts must still end. */
  readonly standingFault: (typeof standingFaults)[number];
  /** The size of the warm pool. No pool by default. */
  readonly pool?: number;
  /** Whether the edge looks up where names lead. Not by default. */
  readonly hasEdge?: boolean;
  readonly actions: readonly Action[];
}

const standingFaults = [
  'none',
  'agents are silent',
  'ECS has no capacity',
  'Spot has no capacity',
  'ECS answers nothing',
  'ECS refuses',
] as const;

/** The next action, or in one schedule of ten a chain that random actions rarely form. */
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
    hasEdge: fc.constantFrom(true, true, true, false),
    actions: fc.array(event, { minLength: 3, maxLength: 50, size: 'max' }).map((events) => events.flat()),
  });

const faults = {
  'ECS has no capacity': 'no-capacity',
  'ECS answers nothing': 'throttled',
  'ECS refuses': 'refused',
} as const;

interface Outcome {
  readonly broken: Broken[];
  readonly world: SandboxWorld;
}

/** Runs a schedule until an invariant is broken. @returns the broken invariants */
export function brokenBy(given: Schedule, mutations: Mutations = {}): Promise<Outcome> {
  return withoutStacks(() => outcomeOf(given, mutations));
}

async function outcomeOf(given: Schedule, mutations: Mutations): Promise<Outcome> {
  const world = new SandboxWorld(given.seed, mutations, given.hasEdge);
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
  const { processes, ecs, agents, clock } = world;
  await endFaults(world);
  world.settledFrom = clock.now();
  world.withoutEvents = withoutEvents;
  // The pool cannot fill under a permanent fault, so the remaining tasks are removed.
  if (standingFault !== 'none') world.pool = { ...world.pool, size: 0 };
  agents.allSilent = standingFault === 'agents are silent';
  ecs.hasSpot = standingFault !== 'Spot has no capacity';
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

const keep: Action = { kind: 'keep-pool' };
const calm: Action = { kind: 'calm' };
const calls = (count: number): Action => ({ kind: 'calls', count });
const news: Action = { kind: 'news', count: 2, again: true };
const starts = (times: number, kind: 'start' | 'start-conversation'): readonly Action[] =>
  Array.from({ length: times }, (_, n) => ({ kind, owner: n % 2 === 0 ? 'ann' : 'bob' }) as const);

type Turn = (few: number, kind: 'start' | 'start-conversation') => readonly Action[];

/** The race for one task, which needs several tries. */
const severalAtOnce: Turn = (few, kind) => [...starts(1 + few, kind), calls(few), keep, calls(20), news];

/** Actions on a full pool: races that random actions rarely reach. */
const turns: Record<string, Turn> = {
  'several start at once': severalAtOnce,
  'it is emptied while one starts': (few, kind) => [
    ...[{ kind: 'resize-pool', size: 0 } as const, keep, ...starts(2, kind), calls(few), news, calls(20)],
  ],
  'it rolls while one starts': (few, kind) => [
    ...[{ kind: 'new-revision' } as const, keep, ...starts(2, kind), calls(few), news, calls(20)],
  ],
  'its tasks die while one starts': (few, kind) => [
    ...starts(2, kind),
    calls(few),
    { kind: 'task-fault', what: few % 2 === 0 ? 'spot' : 'silence-agent', task: 0 },
    ...[news, calls(few), news, calls(20)],
  ],
  'it is old': (_, kind) => [{ kind: 'time', seconds: 90_000 }, keep, calls(10), ...starts(1, kind), calls(20), news],
  'what was claimed is paused, resumed and deleted': (few, kind) => [
    ...[...starts(1, kind), calm, { kind: 'pause', sandbox: 0 } as const, calls(few), news, calm],
    ...[{ kind: 'resume', sandbox: 0 } as const, calls(few), news, calm, { kind: 'delete', sandbox: 0 } as const, calm],
  ],
  'two keepers look': (few) => [keep, keep, calls(few), { kind: 'sweep' }, calls(20)],
};

const opening: fc.Arbitrary<readonly Action[]> = fc
  .record({
    fault: fc.option(fc.constantFrom<RunFault[]>('lost-answer', 'throttled', 'no-capacity', 'no-spot'), { freq: 2 }),
    kind: fc.constantFrom('start' as const, 'start-conversation' as const),
    turn: fc.constantFrom(...Object.values(turns), severalAtOnce, severalAtOnce, severalAtOnce),
    few: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ fault, kind, turn, few }) => [
    ...(fault === null ? [] : [{ kind: 'run-fault', fault } as const]),
    ...[keep, calls(10), calm, calm, calm, ...turn(few, kind)],
  ]);

/** Schedules with a warm pool that is mostly full when the first sandbox starts. */
export const warmStory = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc
    .tuple(opening, schedule(interleaved), fc.integer({ min: 1, max: 3 }), fc.array(action, { maxLength: 10 }))
    .map(([first, given, pool, more]) => ({ ...given, pool, actions: [...first, ...more, ...given.actions] }));
