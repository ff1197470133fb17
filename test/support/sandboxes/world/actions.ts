import * as fc from 'fast-check';
import type { SaveFault } from '../fake-disks.ts';
import type { RunFault } from '../fake-ecs.ts';
import type { ActionAtEdge } from './actions-at-edge.ts';
import { actionsAtEdge } from './actions-at-edge.ts';
import type { TaskFault } from './task-faults.ts';
import { taskFaults } from './task-faults.ts';

export type Action =
  | { readonly kind: 'start' | 'start-conversation'; readonly owner: 'ann' | 'bob' }
  | { readonly kind: 'pause' | 'resume' | 'resize' | 'delete' | 'start-conversation-in'; readonly sandbox: number }
  | { readonly kind: ActionAtEdge; readonly sandbox: number }
  | { readonly kind: 'snapshot'; readonly sandbox: number; readonly days: number | null }
  /** Lambda makes an asynchronous call of the worker once more, late. */
  | { readonly kind: 'work-on-snapshot'; readonly snapshot: number }
  | { readonly kind: 'delete-snapshot' | 'start-from'; readonly snapshot: number }
  | { readonly kind: 'fork'; readonly sandbox: number; readonly count: number }
  | { readonly kind: 'restore'; readonly sandbox: number; readonly snapshot: number }
  | { readonly kind: 'delete-conversation'; readonly conversation: number }
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'run-fault'; readonly fault: RunFault }
  | { readonly kind: 'save-fault'; readonly fault: SaveFault }
  | { readonly kind: 'delete-fault'; readonly fault: 'busy' | 'unavailable' }
  | { readonly kind: 'task-fault'; readonly what: TaskFault; readonly task: number }
  | { readonly kind: 'agents-answer' | 'lose-news' | 'sweep' | 'blind' | 'refuse-conversations' | 'calm' }
  | { readonly kind: 'rotate-ingress' }
  | { readonly kind: 'resize-pool'; readonly size: number }
  | { readonly kind: 'keep-pool' | 'new-revision' }
  | { readonly kind: 'disturb'; readonly what: (typeof disturbances)[number]; readonly which: number }
  | { readonly kind: 'news'; readonly count: number; readonly again: boolean }
  | { readonly kind: 'calls'; readonly count: number }
  | { readonly kind: 'late-update' }
  | { readonly kind: 'hang'; readonly after: (typeof hangs)[number]; readonly seconds: number }
  | { readonly kind: 'crash'; readonly calls: number };

export const disturbances = [
  'orphan-task',
  'orphan-volume',
  'orphan-snapshot',
  'wrong-count',
  'slow-snapshots',
  'vanish-snapshot',
] as const;

/** The calls after which a worker can hang, with a row, an address or a version of the store that changes meanwhile. */
export const hangs = ['find', 'save', 'addresses', 'claims', 'claim', 'version', 'rows', 'update', 'live'] as const;

const owner = fc.constantFrom('ann' as const, 'bob' as const);
const few = fc.nat({ max: 5 });

/** Up to so many events from AWS arrive, some of them again. */
export const newsUpTo = (max: number) =>
  fc.record({ kind: fc.constant('news' as const), count: fc.integer({ min: 1, max }), again: fc.boolean() });

/** The possible actions. Likelier ones are listed more than once. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('start' as const, 'start-conversation' as const), owner }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom<('pause' | 'resume' | 'resize' | 'delete' | 'start-conversation-in')[]>(
        ...(['pause', 'resume', 'resize', 'delete', 'start-conversation-in'] as const),
      ),
      sandbox: few,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('snapshot' as const),
      sandbox: few,
      days: fc.constantFrom(null, null, null, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete-snapshot' as const, 'start-from' as const, 'work-on-snapshot' as const),
      snapshot: few,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fork' as const), sandbox: few, count: fc.constantFrom(1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), sandbox: few, snapshot: few }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(1, 5, 15, 70, 200, 700) }),
  },
  {
    weight: 1,
    // Longer than the lifetime of a sandbox and the retention of a workspace.
    arbitrary: fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(90_000, 2_700_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete-conversation' as const), conversation: few }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('run-fault' as const),
      fault: fc.constantFrom<RunFault[]>(
        'throttled',
        'unavailable',
        'lost-answer',
        'no-capacity',
        'no-spot',
        'refused',
        'denied',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('save-fault' as const),
      fault: fc.constantFrom<SaveFault[]>('throttled', 'lost-answer', 'unavailable', 'denied', 'snapshot-fails'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete-fault' as const),
      fault: fc.constantFrom('busy' as const, 'unavailable' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('task-fault' as const), what: fc.constantFrom(...taskFaults), task: few }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('disturb' as const), what: fc.constantFrom(...disturbances), which: few }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(['agents-answer', 'lose-news', 'sweep', 'blind', 'refuse-conversations'] as const)),
    }),
  },
  {
    weight: 7,
    arbitrary: newsUpTo(4),
  },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('calls' as const), count: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('calm' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rotate-ingress' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('resize-pool' as const), size: fc.constantFrom(0, 1, 2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('keep-pool' as const, 'keep-pool' as const, 'new-revision' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash' as const), calls: fc.nat({ max: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('visit', 'visit', ...actionsAtEdge), sandbox: few }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late-update' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hang' as const),
      after: fc.constantFrom(...hangs),
      seconds: fc.constantFrom(2, 15, 45),
    }),
  },
);
