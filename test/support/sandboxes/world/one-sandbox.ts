import * as fc from 'fast-check';
import { type Action, action, hangs } from './actions.ts';
import { ask, calls, calm, news, opening, several, time } from './openings.ts';
import { type Schedule, schedule } from './schedule.ts';

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
    { weight: 4, arbitrary: oneSandbox(interleaved) },
    { weight: 1, arbitrary: ofOneAddress(interleaved) },
  );
