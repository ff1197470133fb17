import { describe, expect, it } from 'vitest';
import {
  type AgentHealth,
  limits,
  nextStep,
  type Observation,
  type Step,
} from '../../../shared/sandboxes/next-step.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { aRunningSandbox, aSandbox, aStoppedTask, aTask, noon } from '../../support/sandbox-data.ts';

const after = (seconds: number) => new Date(Date.parse(noon) + seconds * 1000);
const at = (seconds: number) => after(seconds).toISOString();

/** The step of a sandbox that came to its phase at noon. */
function step(sandbox: Sandbox, seconds: number, seen: Observation = {}): Step {
  return nextStep(sandbox, seen, after(seconds));
}

const provisioning = aSandbox({ phase: 'PROVISIONING', task_arn: 'arn:task/1' });
const booting = aSandbox({ phase: 'BOOTING', task_arn: 'arn:task/1' });
const stopping = aSandbox({ phase: 'STOPPING', desired: 'PAUSED', task_arn: 'arn:task/1' });
const ending = aTask({ desiredStatus: 'STOPPED' });
const ready = (idleSeconds: number): AgentHealth => ({ kind: 'ready', idleSeconds });

describe('a start that waits for its next try', () => {
  const waiting = aSandbox({ retry_at: at(30) });

  it('is not tried before its time', () => {
    expect(step(waiting, 29).kind).toBe('none');
    expect(step(waiting, 30).kind).toBe('run-task');
  });

  it('fails when it took too long, with what ECS last said', () => {
    const refused = { code: 'capacity_unavailable', message: 'Full.', remedy: 'Later.', retryable: true };

    expect(step(aSandbox(), limits.pending)).toMatchObject({ kind: 'run-task' });
    expect(step(aSandbox(), limits.pending + 1)).toMatchObject({
      kind: 'rest',
      phase: 'ERROR',
      reason: { code: 'start_timeout' },
    });
    expect(step(aSandbox({ status_reason: refused }), limits.pending + 1)).toMatchObject({ reason: refused });
  });
});

describe('a start that nobody wants any more', () => {
  const launch = { task_definition: 'a', container: 'agent', subnets: [], security_groups: [], requested_at: at(0) };
  const unwanted = aSandbox({ desired: 'PAUSED', launch });

  it('rests at once when ECS was never asked', () => {
    expect(step(aSandbox({ desired: 'PAUSED' }), 1)).toMatchObject({ kind: 'rest', phase: 'PAUSED' });
    expect(step(aSandbox({ desired: 'DELETED' }), 1).kind).toBe('remove');
  });

  it('is looked for until ECS must know it', () => {
    expect(step(unwanted, 5).kind).toBe('observe');
    expect(step(unwanted, limits.consistency, { task: 'absent' }).kind).toBe('none');
    expect(step(unwanted, limits.consistency + 1, { task: 'absent' })).toMatchObject({ kind: 'rest', phase: 'PAUSED' });
  });
});

describe('a task that is on its way up', () => {
  it('is looked at when it was silent for too long', () => {
    expect(step(provisioning, limits.silence).kind).toBe('none');
    expect(step(provisioning, limits.silence + 1).kind).toBe('observe');
  });

  it('may be unknown to ECS for a while, and is lost afterwards', () => {
    expect(step(provisioning, limits.consistency, { task: 'absent' }).kind).toBe('none');
    expect(step(provisioning, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      phase: 'ERROR',
      reason: { code: 'task_lost' },
      givesUp: true,
    });
  });

  it('is stopped when it takes too long, and says why', () => {
    const seen = { task: aTask({ lastStatus: 'PENDING' }) };

    expect(step(provisioning, limits.provisioning, seen).kind).toBe('none');
    expect(step(provisioning, limits.provisioning + 1, seen)).toMatchObject({
      kind: 'stop-task',
      into: 'ERROR',
      reason: { code: 'start_timeout' },
    });
  });

  it('fails with what ECS gave as the reason', () => {
    const seen = {
      task: aStoppedTask({ stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError: no such image' }),
    };

    expect(step(provisioning, 5, seen)).toMatchObject({
      phase: 'ERROR',
      reason: { code: 'task_failed_to_start', message: 'CannotPullContainerError: no such image.', retryable: true },
    });
  });

  it('ignores news that is older than what is known', () => {
    const known = { ...booting, task_version: 4 };

    expect(step(known, 5, { task: aStoppedTask({ version: 3 }) }).kind).toBe('boot');
    expect(step(known, 5, { task: aStoppedTask({ version: 4 }) })).toMatchObject({ kind: 'rest', phase: 'ERROR' });
  });
});

describe('a booting sandbox', () => {
  it('has one worker at a time', () => {
    expect(step({ ...booting, boot_lease_until: at(60) }, 59).kind).toBe('none');
    expect(step({ ...booting, boot_lease_until: at(60) }, 60).kind).toBe('boot');
  });

  it('fails when its agent does not answer in time, even while a worker waits', () => {
    expect(step({ ...booting, boot_lease_until: at(999) }, limits.boot + 1)).toMatchObject({
      kind: 'stop-task',
      into: 'ERROR',
      reason: { code: 'agent_not_ready' },
    });
  });
});

describe('a running sandbox', () => {
  const running = aRunningSandbox({ deadline_at: at(86_400) });
  const idleLimit = running.idle_minutes * 60;

  it('is paused when neither its agent nor its callers did anything for the idle limit', () => {
    expect(step(running, idleLimit, { agent: ready(idleLimit) })).toMatchObject({
      kind: 'stop-task',
      into: 'PAUSED',
      reason: { code: 'idle' },
    });
    expect(step(running, idleLimit, { agent: ready(idleLimit - 1) }).kind).toBe('none');
    expect(step({ ...running, last_activity_at: at(1) }, idleLimit, { agent: ready(99_999) }).kind).toBe('none');
  });

  it('ends at its deadline, whatever its agent says', () => {
    const busy = { agent: ready(0) };

    expect(step(running, 86_399, busy).kind).toBe('none');
    expect(step(running, 86_400, busy)).toMatchObject({ kind: 'stop-task', reason: { code: 'lifetime_reached' } });
  });

  it('is paused, not failed, when its task stopped uninvited', () => {
    const seen = { task: aStoppedTask({ stoppedReason: 'Host EC2 terminated', stopCode: 'SpotInterruption' }) };

    expect(step(running, 5, seen)).toEqual({
      kind: 'rest',
      phase: 'PAUSED',
      givesUp: true,
      reason: expect.objectContaining({
        code: 'task_stopped',
        message: 'The sandbox stopped by itself: Host EC2 terminated (exit code 1).',
      }),
    });
  });

  it('gets its keys again when its agent was started anew', () => {
    expect(step(running, 5, { agent: { kind: 'dormant' } }).kind).toBe('reboot');
  });

  it('is paused when its agent stays unreachable, and only then', () => {
    const seen: Observation = { agent: { kind: 'unreachable' } };
    const unreachable = { ...running, unreachable_since: at(0) };

    expect(step(running, 9, seen)).toEqual({ kind: 'mark-unreachable', since: after(9) });
    expect(step(unreachable, limits.unreachable - 1, seen).kind).toBe('none');
    expect(step(unreachable, limits.unreachable, seen)).toMatchObject({ reason: { code: 'agent_unreachable' } });
    expect(step(unreachable, 9, { agent: ready(0) })).toEqual({ kind: 'mark-unreachable', since: null });
  });
});

describe('a stopping sandbox', () => {
  it('is looked at when nothing was heard for too long', () => {
    expect(step(stopping, limits.silence).kind).toBe('none');
    expect(step(stopping, limits.silence + 1).kind).toBe('observe');
  });

  it('takes an unknown task for stopped only when ECS must know it', () => {
    expect(step(stopping, limits.consistency, { task: 'absent' }).kind).toBe('none');
    expect(step(stopping, limits.consistency + 1, { task: 'absent' })).toMatchObject({ kind: 'rest', phase: 'PAUSED' });
  });

  it('is stopped again when its task does not end', () => {
    expect(step(stopping, limits.stop, { task: ending }).kind).toBe('none');
    expect(step(stopping, limits.stop + 1, { task: ending }).kind).toBe('stop-stray');
  });

  it('ends in ERROR when its start had failed, and keeps a resume that came meanwhile', () => {
    const failing = { ...stopping, stop_into: 'ERROR' as const, desired: 'RUNNING' as const };

    expect(step(failing, 5, { task: aStoppedTask() })).toMatchObject({ kind: 'rest', phase: 'ERROR', givesUp: false });
  });
});
