import * as fc from 'fast-check';
import type { RunFault } from '../fake-ecs.ts';
import { type Action, action, hangs } from './actions.ts';
import type { ActionAtEdge } from './actions-at-edge.ts';
import { type Schedule, schedule } from './schedule.ts';

const ask = (kind: 'pause' | 'resume' | 'start-conversation-in' | ActionAtEdge): Action => ({ kind, sandbox: 0 });

const snapshot: Action = { kind: 'snapshot', sandbox: 0, days: null };
const fork: Action = { kind: 'fork', sandbox: 0, count: 2 };
const calls = (count: number): Action => ({ kind: 'calls', count });
const news: Action = { kind: 'news', count: 2, again: true };
const calm: Action = { kind: 'calm' };
const time = (seconds: number): Action => ({ kind: 'time', seconds });

const several = (actions: readonly Action[], times: number): readonly Action[] =>
  Array.from({ length: times }, () => actions).flat();

/** Prefixes that lead to states and races that random actions rarely reach. */
const openings: Record<string, (few: number) => readonly Action[]> = {
  'it starts': () => [],
  'many look at its start': (few) => several([news, calls(few)], 4),
  'it runs': () => [calm],
  'it is paused while a conversation joins it': (few) => [
    ...[calm, ask('start-conversation-in'), calls(few), ask('pause'), calls(20)],
  ],
  'it was resumed while it stopped': (few) => [
    ...[calm, ask('pause'), calls(few), ask('resume'), ...several([calls(20), news, calls(20), time(1)], 6)],
  ],
  'a worker has an older row than others': (few) => [
    ...[calm, calm, { kind: 'hang', after: 'save', seconds: 15 } as const, ask('open-port'), calls(few)],
    ...[ask(few % 2 === 0 ? 'open-port' : 'rotate-key'), calls(20), time(15), calls(20)],
  ],
  'its saved workspace is a snapshot that is deleted before its next save': (few) => [
    ...[calm, calm, ask('pause'), calm, calm, snapshot, calls(20), ...(few % 2 === 0 ? [snapshot] : [])],
    ...[calls(few), { kind: 'delete-snapshot', snapshot: few % 2 } as const, calls(few), ask('resume'), calm, calm],
    ...[ask('pause'), calls(few), calm, calm],
  ],
  'it runs while it is copied, and stops': (few) => [
    ...[calm, calm, snapshot, calls(few), ask('pause'), news, calls(few), snapshot, calm, calm],
  ],
  'it is forked while it runs, and stops': (few) => [
    ...[calm, calm, fork, calls(few), ask('pause'), news, calls(few), fork, calls(few), news, calm, calm],
  ],
  'it is forked while it is paused, and goes back': (few) => [
    ...[calm, calm, ask('start-conversation-in'), calm, ask('pause'), calm, calm, snapshot, calls(20), ask('resume')],
    ...[calm, calm, ask('pause'), calm, calm, { kind: 'restore', sandbox: 0, snapshot: 0 } as const, calls(few)],
    ...[fork, calls(few), ask('resume'), calls(few), { kind: 'delete-snapshot', snapshot: few % 3 } as const, calm],
  ],
  'it hears of its last task while the next one starts': (few) => [
    ...[calm, ask('pause'), ...several([time(5), news, calls(20)], 2 + few)],
    ...[ask('resume'), ...several([time(5), news, calls(20)], 4)],
  ],
};

const opening: fc.Arbitrary<readonly Action[]> = fc
  .record({
    start: fc.constantFrom('start' as const, 'start-conversation' as const),
    fault: fc.option(fc.constantFrom<RunFault[]>('lost-answer', 'lost-answer', 'throttled', 'no-capacity', 'no-spot'), {
      freq: 2,
    }),
    next: fc.constantFrom(...Object.values(openings)),
    few: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ start, fault, next, few }) => [
    ...(fault === null ? [] : [{ kind: 'run-fault', fault } as const]),
    ...[{ kind: start, owner: 'ann' } as const, calls(few), ...next(few)],
  ]);

/** The same action for a single sandbox, which is not deleted. */
function ofTheOne(step: Action): readonly Action[] {
  switch (step.kind) {
    case 'start':
    case 'delete-conversation':
      return [];
    case 'start-conversation':
      return [ask('start-conversation-in')];
    case 'delete':
      return [ask('pause')];
    case 'pause':
    case 'resume':
    case 'start-conversation-in':
    case 'visit':
    case 'rotate-key':
    case 'open-port':
    case 'close-port':
      return [ask(step.kind)];
    case 'calls':
      // Small steps, because most races need a second process that begins between two calls of the first.
      return [
        { kind: 'calls', count: 1 + (step.count % 5) },
        { kind: 'news', count: 1, again: step.count % 2 === 0 },
      ];
    case 'task-fault':
      return [{ ...step, task: 0 }];
    default:
      return [step];
  }
}

/** The address of a task that ended goes to the task of another sandbox, while a worker of the first one hangs. */
const oneAddress: fc.Arbitrary<readonly Action[]> = fc
  .record({
    after: fc.constantFrom(...hangs, 'addresses' as const, 'addresses' as const),
    isLost: fc.boolean(),
    few: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ after, isLost, few }) => [
    ...[{ kind: 'start', owner: 'ann' } as const, ...several([news, calls(20)], few)],
    ...[{ kind: 'hang', after, seconds: 45 } as const, calm],
    { kind: 'task-fault', what: 'spot', task: 0 },
    ...(isLost ? [{ kind: 'lose-news' } as const] : [calls(few)]),
    ...[{ kind: 'start', owner: 'bob' } as const, ...several([news, calls(20), time(5)], 6), calm, time(20), calls(20)],
  ]);

/** Schedules in which two sandboxes have one address in turn. */
const ofOneAddress = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc
    .tuple(oneAddress, schedule(interleaved), fc.array(action, { maxLength: 12 }))
    .map(([first, given, more]) => ({ ...given, hasEdge: true, pool: 0, actions: [...first, ...more] }));

/** Schedules of one sandbox. They reach races between generations ten times as often as others. */
const oneSandbox = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc
    .tuple(opening, schedule(interleaved))
    .map(([first, given]) => ({ ...given, actions: [...first, ...given.actions.flatMap(ofTheOne)] }));

/** Mostly schedules of one sandbox or one address, and some of many. */
export const anySchedule = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc.oneof(
    { weight: 2, arbitrary: schedule(interleaved) },
    { weight: 3, arbitrary: oneSandbox(interleaved) },
    { weight: 1, arbitrary: ofOneAddress(interleaved) },
  );
