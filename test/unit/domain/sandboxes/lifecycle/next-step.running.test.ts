import { describe, expect, it } from 'vitest';
import { isIdle } from '../../../../../shared/domain/sandboxes/lifecycle/phases/running.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { AgentHealth, Observation } from '../../../../../shared/domain/sandboxes/record/step.ts';
import { ARN, at, inPhase, past, ready, stepAt, VOLUME } from '../../../../support/sandboxes/lifecycle-data.ts';
import { aTask } from '../../../../support/sandboxes/sandbox-data.ts';

const DAY = 86_400;
const task = aTask({ arn: ARN, generation: 2, volumeId: VOLUME });
const running = inPhase('RUNNING', { deadline_at: at(DAY) });
const idleLimit = running.idle_minutes * 60;

describe('idleness', () => {
  const idleFor = (seconds: number, agent: AgentHealth) => stepAt(running, seconds, { agent }).kind;

  it('begins when neither the agent worked nor a client called for the idle limit', () => {
    expect(idleFor(idleLimit, ready(idleLimit))).toBe('stop-if-idle');
    expect(idleFor(idleLimit - 1, ready(99_999))).toBe('none');
    expect(idleFor(idleLimit, ready(idleLimit - 1))).not.toBe('stop-if-idle');
  });

  it('ends with a call of a client, whatever the agent reports', () => {
    const used = { ...running, last_activity_at: at(1) };

    expect(stepAt(used, idleLimit, { agent: ready(99_999) })).toEqual({ kind: 'none' });
    expect(stepAt(used, idleLimit + 1, { agent: ready(99_999) })).toEqual({ kind: 'stop-if-idle' });
  });

  it('does not begin while the agent is busy, with or without clients', () => {
    expect(idleFor(idleLimit, ready(99_999, true))).toBe('note-activity');
  });

  it('is unknown while the agent does not answer', () => {
    for (const agent of [{ kind: 'dormant' }, { kind: 'unreachable' }] satisfies AgentHealth[])
      expect(isIdle(running, agent, past(99_999))).toBe(false);
  });

  it('follows the limit of the sandbox', () => {
    expect(stepAt({ ...running, idle_minutes: 5 }, 300, { agent: ready(300) })).toEqual({ kind: 'stop-if-idle' });
  });
});

describe('a sandbox whose only start has failed', () => {
  const left = { ...running, last_activity_at: at(-60), start_failed_at: at(0), conversation_count: 1 };
  const soon = limits.failedStart;
  const isPaused = (sandbox: typeof running, seconds: number, agent = ready(99_999)) =>
    stepAt(sandbox, seconds, { agent }).kind === 'stop-if-idle';

  it('is paused soon, after the failure and not after the last work of its agent', () => {
    expect(isPaused(left, soon - 1)).toBe(false);
    expect(isPaused(left, soon)).toBe(true);
    expect(isPaused(left, soon, ready(soon - 1))).toBe(false);
    expect(isPaused(left, soon, ready(99_999, true))).toBe(false);
  });

  it('is paused as late as others when someone comes back, or when others use it too', () => {
    expect(isPaused({ ...left, last_activity_at: at(1) }, idleLimit)).toBe(false);
    expect(isPaused({ ...left, last_activity_at: at(1) }, idleLimit + 1)).toBe(true);
    expect(isPaused({ ...left, conversation_count: 2 }, idleLimit - 61)).toBe(false);
  });

  it('is paused no later than its spec says', () => {
    expect(isPaused({ ...left, idle_minutes: 1 }, 60)).toBe(true);
  });
});

describe('time of last use', () => {
  it('is written when it lags behind what the agent reports', () => {
    const seconds = limits.activityLag + 61;

    expect(stepAt(running, seconds - 1, { agent: ready(60) })).toEqual({ kind: 'none' });
    expect(stepAt(running, seconds, { agent: ready(60) })).toEqual({ kind: 'note-activity', at: past(seconds - 60) });
  });

  it('is the current time while the agent is busy', () => {
    expect(stepAt(running, 400, { agent: ready(399, true) })).toEqual({ kind: 'note-activity', at: past(400) });
  });
});

describe('lifetime limit', () => {
  it('pauses a sandbox, even when its agent is busy', () => {
    const busy = { agent: ready(0, true) };

    expect(stepAt(running, DAY - 1, busy).kind).toBe('note-activity');
    expect(stepAt(running, DAY, busy)).toMatchObject({
      kind: 'stop',
      endOutcome: 'as-wanted',
      pauseReason: 'timeout',
      reason: { code: 'lifetime_reached' },
    });
  });
});

describe('agent that does not answer', () => {
  const unreachable: Observation = { agent: { kind: 'unreachable' } };
  const silent = { ...running, unreachable_since: at(0) };

  it('is recorded, and the record is cleared when it answers again', () => {
    expect(stepAt(running, 9, unreachable)).toEqual({ kind: 'mark-unreachable', since: past(9) });
    expect(stepAt(silent, 9, { agent: ready(0) })).toEqual({ kind: 'mark-unreachable', since: null });
  });

  it('is not judged while the edge hides it', () => {
    const hidden: Observation = { agent: { kind: 'hidden' } };

    expect(stepAt(running, 9, hidden)).toEqual({ kind: 'none' });
    expect(stepAt(silent, limits.unreachable + 1, hidden)).toEqual({ kind: 'none' });
  });

  it('is restarted after the time limit', () => {
    expect(stepAt(silent, limits.unreachable - 1, unreachable)).toEqual({ kind: 'none' });
    expect(stepAt(silent, limits.unreachable, unreachable)).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'agent_unreachable' },
      sent: false,
    });
  });

  it('gets its keys again when its process is a new one', () => {
    expect(stepAt(running, 5, { agent: { kind: 'dormant' } })).toEqual({ kind: 'reboot' });
  });
});

describe('pause of a running sandbox', () => {
  it('keeps the reason that the pause request recorded', () => {
    const evicted = { ...running, desired: 'PAUSED' as const, pause_reason: 'limit' as const };

    expect(stepAt(evicted, 5)).toEqual({
      kind: 'stop',
      endOutcome: 'as-wanted',
      reason: null,
      pauseReason: 'limit',
      sent: false,
    });
  });
});

describe('running task that is stopped from outside', () => {
  const asked = { ...task, desiredStatus: 'STOPPED', stopCode: 'SpotInterruption' };

  it('gets no second StopTask, and is restarted', () => {
    expect(stepAt(running, 5, { task: asked })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'spot_interrupted' },
      sent: true,
    });
  });
});

describe('running task that ECS does not know', () => {
  it('gets a StopTask before anything is saved, as ECS may be wrong', () => {
    expect(stepAt(running, limits.consistency, { task: 'absent' })).toEqual({ kind: 'none' });
    expect(stepAt(running, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
  });

  it('is stopped for a pause when the sandbox should not run', () => {
    const unwanted = { ...running, desired: 'PAUSED' as const };

    expect(stepAt(unwanted, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'as-wanted',
    });
  });
});

describe('discards of the previous generation', () => {
  const old = { kind: 'volume', id: 'vol-old' } as const;
  const older = { kind: 'snapshot', id: 'snap-old' } as const;
  const cluttered = { ...running, discards: [old, older] };

  it('are deleted while the sandbox runs, when no other step is due', () => {
    expect(stepAt(cluttered, 5)).toEqual({ kind: 'discard', discard: old });
    expect(stepAt(cluttered, 5, { busyDiscards: ['vol-old'] })).toEqual({ kind: 'discard', discard: older });
    expect(stepAt(cluttered, 5, { busyDiscards: ['vol-old', 'snap-old'] })).toEqual({ kind: 'none' });
    expect(stepAt(cluttered, 5, { agent: { kind: 'dormant' } })).toEqual({ kind: 'reboot' });
  });
});
