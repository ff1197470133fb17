import { describe, expect, it } from 'vitest';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Task } from '../../../../../shared/domain/sandboxes/record/task.ts';
import { ARN, at, inPhase, stepAt } from '../../../../support/sandboxes/lifecycle-data.ts';
import { aStoppedTask } from '../../../../support/sandboxes/sandbox-data.ts';

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
  Object.entries(ends).map(([name, [why, code, endOutcome]]) => [phase, name, code, endOutcome, why] as const),
);

describe('task that ended unexpectedly', () => {
  it.each(cases)('in %s by %s gets the reason %s and the end outcome %s', (phase, _, code, endOutcome, why) => {
    expect(stepAt(inPhase(phase), 5, stopped(why))).toMatchObject({ kind: 'task-ended', endOutcome, reason: { code } });
  });

  it.each(cases.filter(([, , code]) => code === 'agent_exited'))(
    'in %s has no reason when the sandbox should pause',
    (phase) => {
      const unwanted = inPhase(phase, { desired: 'PAUSED' });

      expect(stepAt(unwanted, 5, stopped())).toMatchObject({ endOutcome: 'as-wanted', reason: null });
    },
  );
});

describe('consecutive restarts', () => {
  const endOutcome = (change: Partial<Sandbox>, seconds = 5, why: Partial<Task> = {}) => {
    const step = stepAt(inPhase('RUNNING', change), seconds, stopped(why));
    return step.kind === 'task-ended' ? step.endOutcome : step.kind;
  };

  it('are bounded', () => {
    expect(endOutcome({ restarts: limits.restarts - 1 })).toBe('restart');
    expect(endOutcome({ restarts: limits.restarts })).toBe('give-up');
  });

  it('count from zero after a healthy period', () => {
    const since = { restarts: limits.restarts, running_since: at(0) };

    expect(endOutcome(since, limits.stable - 1)).toBe('give-up');
    expect(endOutcome(since, limits.stable)).toBe('restart');
  });

  it('have a higher bound when AWS lacks capacity, as that passes', () => {
    const full = { stopCode: 'TaskFailedToStart', stoppedReason: 'Capacity is unavailable at this time.' };

    expect(endOutcome({ restarts: limits.capacityRestarts - 1 }, 5, full)).toBe('restart');
    expect(endOutcome({ restarts: limits.capacityRestarts }, 5, full)).toBe('give-up');
  });

  it('are bounded also for an agent that does not answer, and for a lost task', () => {
    const silent = { restarts: limits.restarts, unreachable_since: at(-limits.unreachable) };
    const step = (change: Partial<Sandbox>, seen: Parameters<typeof stepAt>[2], seconds = 5) =>
      stepAt(inPhase('RUNNING', change), seconds, seen);

    expect(step(silent, { agent: { kind: 'unreachable' } })).toMatchObject({ kind: 'stop', endOutcome: 'give-up' });
    expect(step({ restarts: limits.restarts }, { task: 'absent' }, limits.consistency + 1)).toMatchObject({
      kind: 'stop',
      endOutcome: 'give-up',
    });
  });
});
