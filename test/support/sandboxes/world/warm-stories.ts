import * as fc from 'fast-check';
import type { RunFault } from '../fake-ecs.ts';
import { type Action, action } from './actions.ts';
import { type Schedule, schedule } from './schedule.ts';

const keep: Action = { kind: 'keep-pool' };
const calm: Action = { kind: 'calm' };
const calls = (count: number): Action => ({ kind: 'calls', count });
const news: Action = { kind: 'news', count: 2, again: true };
const starts = (times: number, kind: 'start' | 'start-conversation'): readonly Action[] =>
  Array.from({ length: times }, (_, n) => ({ kind, owner: n % 2 === 0 ? 'ann' : 'bob' }) as const);

/** What happens to a pool that is full: races which random actions rarely reach. */
const turns: Record<string, (few: number, kind: 'start' | 'start-conversation') => readonly Action[]> = {
  'several start at once': (few, kind) => [...starts(1 + few, kind), calls(few), keep, calls(20), news],
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
    fault: fc.option(fc.constantFrom<RunFault[]>('lost-answer', 'throttled', 'no-capacity'), { freq: 2 }),
    kind: fc.constantFrom('start' as const, 'start-conversation' as const),
    turn: fc.constantFrom(...Object.values(turns)),
    few: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ fault, kind, turn, few }) => [
    ...(fault === null ? [] : [{ kind: 'run-fault', fault } as const]),
    ...[keep, calls(10), calm, calm, calm, ...turn(few, kind)],
  ]);

/** Schedules of a world that keeps a warm pool, which is mostly full when the first sandbox starts. */
export const warmStory = (interleaved: boolean): fc.Arbitrary<Schedule> =>
  fc
    .tuple(opening, schedule(interleaved), fc.integer({ min: 1, max: 3 }), fc.array(action, { maxLength: 10 }))
    .map(([first, given, pool, more]) => ({ ...given, pool, actions: [...first, ...more, ...given.actions] }));
