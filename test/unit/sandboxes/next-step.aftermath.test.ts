import { describe, expect, it } from 'vitest';
import { limits } from '../../../shared/sandboxes/limits.ts';
import type { Phase, Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import type { Task } from '../../../shared/sandboxes/task.ts';
import { ARN, at, inPhase, stepAt } from '../../support/lifecycle-data.ts';
import { aStoppedTask } from '../../support/sandbox-data.ts';

const stopped = (why: Partial<Task> = {}) => ({ task: aStoppedTask({ arn: ARN, generation: 2, ...why }) });

const ends = {
  'an exit of its agent': [{}, 'agent_exited', 'restart'],
  'want of memory': [
    { stoppedReason: 'OutOfMemoryError: Container killed due to memory usage' },
    'out_of_memory',
    'restart',
  ],
  'a Spot interruption': [{ stopCode: 'SpotInterruption' }, 'spot_interrupted', 'restart'],
  'a retirement of its host': [{ stopCode: 'TerminationNotice' }, 'host_retired', 'restart'],
  'a failure of its host': [{ stopCode: 'InfrastructureHealth' }, 'host_failed', 'restart'],
  'an operator': [{ stopCode: 'UserInitiated' }, 'stopped_by_operator', 'restart'],
  'want of capacity': [
    { stopCode: 'TaskFailedToStart', stoppedReason: 'Capacity is unavailable at this time.' },
    'capacity_unavailable',
    'restart',
  ],
  'an image that is not there': [
    { stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError: manifest for agent:1 not found' },
    'image_not_found',
    'give-up',
  ],
  'a missing permission': [
    { stopCode: 'TaskFailedToStart', stoppedReason: 'ResourceInitializationError: AccessDeniedException' },
    'access_denied',
    'give-up',
  ],
} satisfies Record<string, readonly [Partial<Task>, string, string]>;

const wanted: readonly Phase[] = ['PROVISIONING', 'BOOTING', 'RUNNING'];
const cases = wanted.flatMap((phase) =>
  Object.entries(ends).map(([name, [why, code, aftermath]]) => [phase, name, code, aftermath, why] as const),
);

describe('a task that ended uninvited', () => {
  it.each(cases)('in %s by %s is told as %s and comes to %s', (phase, _, code, aftermath, why) => {
    expect(stepAt(inPhase(phase), 5, stopped(why))).toMatchObject({ kind: 'task-ended', aftermath, reason: { code } });
  });

  it.each(cases.filter(([, , code]) => code === 'agent_exited'))(
    'in %s says nothing of its end to a sandbox that should pause',
    (phase) => {
      const unwanted = inPhase(phase, { desired: 'PAUSED' });

      expect(stepAt(unwanted, 5, stopped())).toMatchObject({ aftermath: 'as-wanted', reason: null });
    },
  );
});

describe('restarts in a row', () => {
  const aftermath = (change: Partial<Sandbox>, seconds = 5, why: Partial<Task> = {}) => {
    const step = stepAt(inPhase('RUNNING', change), seconds, stopped(why));
    return step.kind === 'task-ended' ? step.aftermath : step.kind;
  };

  it('are bounded', () => {
    expect(aftermath({ restarts: limits.restarts - 1 })).toBe('restart');
    expect(aftermath({ restarts: limits.restarts })).toBe('give-up');
  });

  it('count anew after a time of health', () => {
    const since = { restarts: limits.restarts, running_since: at(0) };

    expect(aftermath(since, limits.stable - 1)).toBe('give-up');
    expect(aftermath(since, limits.stable)).toBe('restart');
  });

  it('are more where AWS has no room, as that passes', () => {
    const full = { stopCode: 'TaskFailedToStart', stoppedReason: 'Capacity is unavailable at this time.' };

    expect(aftermath({ restarts: limits.capacityRestarts - 1 }, 5, full)).toBe('restart');
    expect(aftermath({ restarts: limits.capacityRestarts }, 5, full)).toBe('give-up');
  });

  it('are bounded also for an agent that does not answer, and for a lost task', () => {
    const silent = { restarts: limits.restarts, unreachable_since: at(-limits.unreachable) };
    const step = (change: Partial<Sandbox>, seen: Parameters<typeof stepAt>[2], seconds = 5) =>
      stepAt(inPhase('RUNNING', change), seconds, seen);

    expect(step(silent, { agent: { kind: 'unreachable' } })).toMatchObject({ kind: 'stop', aftermath: 'give-up' });
    expect(step({ restarts: limits.restarts }, { task: 'absent' }, limits.consistency + 1)).toMatchObject({
      kind: 'stop',
      aftermath: 'give-up',
    });
  });
});
