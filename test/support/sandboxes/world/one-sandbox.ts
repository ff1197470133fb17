import * as fc from 'fast-check';
import type { RunFault } from '../fake-ecs.ts';
import type { Action } from './actions.ts';
import { type Schedule, schedule } from './schedule.ts';

const ask = (kind: 'pause' | 'resume' | 'start-conversation-in'): Action => ({ kind, sandbox: 0 });

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
  'it hears of its last task while the next one starts': (few) => [
    ...[calm, ask('pause'), ...several([time(5), news, calls(20)], 2 + few)],
    ...[ask('resume'), ...several([time(5), news, calls(20)], 4)],
  ],
};

const opening: fc.Arbitrary<readonly Action[]> = fc
  .record({
    start: fc.constantFrom('start' as const, 'start-conversation' as const),
    fault: fc.option(fc.constantFrom<RunFault[]>('lost-answer', 'lost-answer', 'throttled', 'no-capacity'), {
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

/** Schedules of one sandbox. They reach races between generations ten times as often as others. */
const oneSandbox = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc
    .tuple(opening, schedule(interleaved))
    .map(([first, given]) => ({ ...given, actions: [...first, ...given.actions.flatMap(ofTheOne)] }));

/** Mostly schedules of one sandbox, and some of many. */
export const anySchedule = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc.oneof({ weight: 1, arbitrary: schedule(interleaved) }, { weight: 2, arbitrary: oneSandbox(interleaved) });
