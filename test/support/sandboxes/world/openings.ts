import * as fc from 'fast-check';
import type { RunFault } from '../fake-ecs.ts';
import type { Action } from './actions.ts';
import type { ActionAtEdge } from './actions-at-edge.ts';

export const ask = (kind: 'pause' | 'resume' | 'start-conversation-in' | ActionAtEdge): Action => ({
  kind,
  sandbox: 0,
});

const snapshot: Action = { kind: 'snapshot', sandbox: 0, days: null };
const fork: Action = { kind: 'fork', sandbox: 0, count: 2 };
export const calls = (count: number): Action => ({ kind: 'calls', count });
export const news: Action = { kind: 'news', count: 2, again: true };
export const calm: Action = { kind: 'calm' };
export const time = (seconds: number): Action => ({ kind: 'time', seconds });

export const several = (actions: readonly Action[], times: number): readonly Action[] =>
  Array.from({ length: times }, () => actions).flat();

/** Races between the generations of a sandbox, of which each needs several tries. */
const races: Record<string, (few: number) => readonly Action[]> = {
  'many look at its start': (few) => several([news, calls(few)], 4),
  'it was resumed while it stopped': (few) => [
    ...[calm, ask('pause'), calls(few), ask('resume'), ...several([calls(20), news, calls(20), time(1)], 6)],
  ],
  'it hears of its last task while the next one starts': (few) => [
    ...[calm, ask('pause'), ...several([time(5), news, calls(20)], 2 + few)],
    ...[ask('resume'), ...several([time(5), news, calls(20)], 4)],
  ],
};

/** Prefixes that lead to states and races that random actions rarely reach. */
const openings: Record<string, (few: number) => readonly Action[]> = {
  'the response to its resume is lost, and so are the events of its task': (few) => [
    ...[calm, ask('pause'), calm, calm, { kind: 'run-fault', fault: 'lost-answer' } as const, ask('resume'), calls(20)],
    ...[news, calls(20), ...several([{ kind: 'lose-news' } as const, time(1 + few), calls(20)], 3)],
  ],
  'it starts': () => [],
  'it runs': () => [calm],
  'it is paused while a conversation joins it': (few) => [
    ...[calm, ask('start-conversation-in'), calls(few), ask('pause'), calls(20)],
  ],
  'a worker has an older row than others': (few) => [
    ...[calm, calm, { kind: 'hang', after: 'save', seconds: 15 } as const, ask('open-port'), calls(few)],
    ...[ask(few % 2 === 0 ? 'open-port' : 'rotate-key'), calls(20), time(15), calls(20)],
  ],
  'its entry changes while the store has not answered': (few) => [
    ...[calm, calm, { kind: 'hang', after: 'update', seconds: 15 } as const, ask('open-port'), calls(20)],
    ...[
      news,
      calls(20),
      ask(few % 2 === 0 ? 'open-port' : 'rotate-key'),
      calls(20),
      news,
      calls(few),
      time(15),
      calls(20),
    ],
  ],
  'its saved workspace is a snapshot that is deleted before its next save': (few) => [
    ...[calm, calm, ask('pause'), calm, calm, snapshot, calls(20), ...(few % 2 === 0 ? [snapshot] : [])],
    ...[calls(few), { kind: 'delete-snapshot', snapshot: few % 2 } as const, calls(few), ask('resume'), calm, calm],
    ...[ask('pause'), calls(few), calm, calm],
  ],
  'a snapshot is deleted while a sandbox begins from it, and its worker is called again': (few) => [
    ...[calm, calm, snapshot, calls(20), calm, calm, { kind: 'start-from', snapshot: 0 } as const, calls(20)],
    ...[{ kind: 'delete-snapshot', snapshot: 0 } as const, calls(4 * few)],
    ...several([{ kind: 'work-on-snapshot', snapshot: 0 } as const, calls(20)], 2),
  ],
  'it is copied when it runs again with more on its disk': (few) => [
    ...[calm, calm, ask('pause'), calm, calm, ask('resume'), calm, calm, ask('start-conversation-in'), calm, calm],
    ...[snapshot, calls(few), news, calls(20), calm],
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
};

export const opening: fc.Arbitrary<readonly Action[]> = fc
  .record({
    start: fc.constantFrom('start' as const, 'start-conversation' as const),
    fault: fc.option(fc.constantFrom<RunFault[]>('lost-answer', 'lost-answer', 'throttled', 'no-capacity', 'no-spot'), {
      freq: 2,
    }),
    next: fc.constantFrom(...[...Object.values(openings), ...Object.values(races), ...Object.values(races)]),
    few: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ start, fault, next, few }) => [
    ...(fault === null ? [] : [{ kind: 'run-fault', fault } as const]),
    ...[{ kind: start, owner: 'ann' } as const, calls(few), ...next(few)],
  ]);
