import * as fc from 'fast-check';
import type { SaveFault } from '../fake-disks.ts';
import type { Action } from './actions.ts';

/** What may go wrong with the next snapshot. After those named twice the disk waits until somebody resumes. */
const faults: (SaveFault | 'none')[] = ['none', 'lost-answer', 'denied', 'denied', 'snapshot-fails', 'snapshot-fails'];

/** When somebody takes the snapshot of a sandbox away: while it rests, runs again, or has ended, saved or not. */
const moments = ['at rest', 'running', 'ended'] as const;

/** A saved sandbox starts again, a snapshot may fail, and the last one vanishes: too rare at random. */
export const snapshotTheft: fc.Arbitrary<Action[]> = fc
  .record({
    owner: fc.constantFrom('ann' as const, 'bob' as const),
    sandbox: fc.nat({ max: 5 }),
    // What is taken from a running sandbox is mostly found missing at its end: those that run on are the rare ones.
    moment: fc.constantFrom(...moments, 'running' as const),
    fault: fc.constantFrom(...faults),
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
