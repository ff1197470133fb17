import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Observation } from '../../../../../shared/domain/sandboxes/record/step.ts';
import type { Task } from '../../../../../shared/domain/sandboxes/record/task.ts';
import { ARN, aLaunch, aSnapshot, at, inPhase, stepAt, VOLUME } from '../../../../support/sandboxes/lifecycle-data.ts';
import { aStoppedTask, aTask, noon } from '../../../../support/sandboxes/sandbox-data.ts';

const ours = { arn: ARN, generation: 2 };
const alive = { task: aTask(ours) };
const ending = { task: aTask({ ...ours, desiredStatus: 'STOPPED' }) };
const send = { kind: 'send-stop', taskArn: ARN };
const none = { kind: 'none' };
const stopping = inPhase('STOPPING', { desired: 'PAUSED' });

describe('stopping sandbox', () => {
  it('lets an agent that has worked prepare once', () => {
    expect(stepAt(stopping, 1)).toEqual({ kind: 'prepare-stop' });
    expect(stepAt({ ...stopping, running_since: null }, 1)).toEqual(send);
  });

  it('gets a StopTask from the reconciler when the stop worker has died', () => {
    const leased = { ...stopping, stop_lease_until: at(15) };

    expect(stepAt(leased, 14)).toEqual(none);
    expect(stepAt(leased, 15)).toEqual(send);
  });

  it('is observed when no event arrived for too long', () => {
    const asked = { ...stopping, stop_sent_at: at(0) };

    expect(stepAt(asked, limits.silence)).toEqual(none);
    expect(stepAt(asked, limits.silence + 1)).toEqual({ kind: 'observe' });
  });

  it('sends StopTask even for a task that ECS does not know, as ECS can be wrong', () => {
    const never = { ...stopping, running_since: null };

    expect(stepAt(never, limits.consistency + 1, { task: 'absent' })).toEqual(send);
    expect(stepAt(stopping, limits.consistency + 1, { task: 'absent' })).toEqual({ kind: 'prepare-stop' });
  });

  it('treats an unknown task as ended only after a StopTask and the consistency time of ECS', () => {
    const asked = { ...stopping, stop_sent_at: at(0) };

    expect(stepAt(asked, limits.consistency, { task: 'absent' })).toEqual(none);
    expect(stepAt(asked, limits.consistency + 1, { task: 'absent' })).toMatchObject({ kind: 'task-ended' });
  });

  it('sends StopTask again when the task keeps running', () => {
    const asked = { ...stopping, stop_sent_at: at(0) };

    expect(stepAt(asked, limits.silence, alive)).toEqual(none);
    expect(stepAt(asked, limits.silence + 1, alive)).toEqual(send);
    expect(stepAt(asked, limits.stop, ending)).toEqual(none);
    expect(stepAt(asked, limits.stop + 1, ending)).toEqual(send);
  });

  it('sends no StopTask for a task that is being stopped from outside', () => {
    expect(stepAt(stopping, 5, ending)).toEqual(none);
  });

  it('ends as intended, whatever reason ECS gives', () => {
    const why = { stopCode: 'SpotInterruption' };

    expect(stepAt(stopping, 5, { task: aStoppedTask({ ...ours, ...why }) })).toMatchObject({
      kind: 'task-ended',
      endOutcome: 'as-wanted',
      reason: null,
    });
  });
});

describe('deletion', () => {
  const deleting = (change: Partial<Sandbox> = {}) => inPhase('DELETING', { desired: 'DELETED', ...change });
  const step = (change: Partial<Sandbox>, seconds = 5, seen: Observation = {}) =>
    stepAt(deleting(change), seconds, seen);
  const unclear = { task_arn: null, volume_id: null };
  const ended = { task_ended_at: at(0) };
  const receipt = (collected: boolean) => ({
    receipt: { requested_at: at(0), collected, completed_at: null, items: [] },
  });

  it('stops the task first, after its agent had time to deliver', () => {
    expect(step({ running_since: at(-60) })).toEqual({ kind: 'prepare-stop' });
    expect(step({ running_since: at(-60), stop_lease_until: at(6) })).toEqual(none);
    expect(step({ running_since: at(-60), stop_lease_until: at(4) })).toEqual(send);
    expect(step({ stop_sent_at: at(0) })).toEqual(none);
    expect(step({ stop_sent_at: at(0) }, limits.silence + 1)).toEqual({ kind: 'observe' });
  });

  it('does not wait for an agent that never worked, or whose conversations are all deleted', () => {
    expect(step({ running_since: null })).toEqual(send);
    expect(step({ running_since: at(-60), created_for_conversation: true, conversation_count: 0 })).toEqual(send);
    expect(step({ running_since: at(-60), created_for_conversation: true, conversation_count: 1 })).toEqual({
      kind: 'prepare-stop',
    });
  });

  it('waits for no task when ECS was never called', () => {
    expect(step({ ...unclear, launch: null })).toMatchObject({ kind: 'task-ended', task: undefined });
  });

  it('observes the task of a start with an unknown result until the consistency time of ECS has passed', () => {
    expect(step(unclear)).toEqual({ kind: 'observe' });
    expect(step(unclear, limits.consistency, { task: 'absent' })).toEqual(none);
    expect(step(unclear, limits.consistency + 1, { task: 'absent' })).toMatchObject({ kind: 'task-ended' });
    expect(step(unclear, 5, alive)).toEqual(send);
  });

  it('counts that time from the start, not from the deletion', () => {
    const long = { ...unclear, launch: aLaunch({ requested_at: at(-3600) }) };

    expect(step(long, 1, { task: 'absent' })).toMatchObject({ kind: 'task-ended' });
  });

  it('continues with the disks, one by one, and ends with the record', () => {
    const discards = [{ kind: 'volume', id: 'vol-1' } as const];

    expect(step({ ...ended, ...receipt(false) })).toEqual({ kind: 'collect' });
    expect(step({ ...ended, ...receipt(true), discards })).toEqual({ kind: 'discard', discard: discards[0] });
    expect(step({ ...ended, ...receipt(true), discards }, 5, { busyDiscards: ['vol-1'] })).toEqual(none);
    expect(step({ ...ended, ...receipt(true) })).toEqual({ kind: 'bury' });
  });

  it('stops a task that appears late', () => {
    expect(step({ ...ended, ...receipt(true) }, 5, alive)).toEqual({ kind: 'stop-stray', taskArn: ARN });
  });
});

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

  it('are also bounded for an unreachable agent and for a lost task', () => {
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

const lost = { code: 'workspace_lost', message: '', remedy: '', retryable: false };

describe('workspace that is being saved', () => {
  const saving = inPhase('SAVING', { desired: 'PAUSED', saving_snapshot_id: 'snap-2' });
  const seeing = (found: Partial<Snapshot> | 'absent', seconds = 5, change: Partial<Sandbox> = {}) =>
    stepAt({ ...saving, ...change }, seconds, {
      snapshot: { id: 'snap-2', found: found === 'absent' ? found : aSnapshot(found) },
    });

  it('is saved when its snapshot is complete, not before', () => {
    expect(seeing({ state: 'pending' })).toEqual(none);
    expect(seeing({})).toEqual({ kind: 'saved', snapshot: aSnapshot() });
  });

  it('is not saved by another snapshot', () => {
    const other = { snapshot: { id: 'snap-9', found: aSnapshot({ id: 'snap-9' }) } };

    expect(stepAt(saving, 5, other)).toEqual(none);
  });

  it('is observed when no event arrived for too long', () => {
    expect(stepAt(saving, limits.silence)).toEqual(none);
    expect(stepAt(saving, limits.silence + 1)).toEqual({ kind: 'look-at-snapshot', snapshotId: 'snap-2' });
  });

  it('fails with the message of EC2 when its snapshot failed', () => {
    expect(seeing({ state: 'error', message: 'no data' })).toEqual({ kind: 'save-failed', message: 'no data' });
    expect(seeing({ state: 'error' })).toMatchObject({ kind: 'save-failed', message: 'EC2 gave no reason' });
  });

  it('treats an absent snapshot as failed only after the consistency time of EC2', () => {
    expect(seeing('absent', limits.consistency)).toEqual(none);
    expect(seeing('absent', limits.consistency + 1)).toMatchObject({ kind: 'save-failed' });
  });

  it('allows the whole time limit for each snapshot', () => {
    const late = { state: 'pending', startedAt: at(3600) } as const;

    expect(seeing(late, limits.saving + 3600)).toEqual(none);
    expect(seeing(late, limits.saving + 3601)).toMatchObject({ kind: 'save-failed' });
  });

  it('requests a snapshot when its retry is due, until the time limit', () => {
    const begin = { ...saving, saving_snapshot_id: null };

    expect(stepAt(begin, 5)).toEqual({ kind: 'save-volume' });
    expect(stepAt({ ...begin, retry_at: at(30) }, 29)).toEqual({ kind: 'none', again: new Date(at(30)) });
    expect(stepAt({ ...begin, retry_at: at(30) }, 30)).toEqual({ kind: 'save-volume' });
    expect(stepAt(begin, limits.saving + 1)).toMatchObject({ kind: 'save-failed' });
  });

  it('requests the next snapshot however late the previous one failed, with the whole time limit', () => {
    const failed = { ...saving, saving_snapshot_id: null, save_attempts: 1, save_failed_at: at(limits.saving + 60) };

    expect(stepAt(failed, limits.saving + 61)).toEqual({ kind: 'save-volume' });
    expect(stepAt(failed, limits.saving + 60 + limits.saving)).toEqual({ kind: 'save-volume' });
    expect(stepAt(failed, limits.saving + 61 + limits.saving)).toMatchObject({ kind: 'save-failed' });
  });

  it('has its snapshot requested by one worker at a time', () => {
    const asked = { ...saving, saving_snapshot_id: null, save_lease_until: at(20) };

    expect(stepAt(asked, 19).kind).toBe('none');
    expect(stepAt(asked, 20)).toEqual({ kind: 'save-volume' });
    expect(
      stepAt({ ...asked, saving_snapshot_id: 'snap-2' }, 5, { snapshot: { id: 'snap-2', found: aSnapshot() } }).kind,
    ).toBe('saved');
  });

  it('stops in its recorded phase when there is no volume', () => {
    expect(stepAt({ ...saving, volume_id: null, stop_into: 'ERROR', status_reason: lost }, 5)).toEqual({
      kind: 'rest',
      phase: 'ERROR',
      reason: lost,
      givesUp: false,
    });
  });
});

describe.each(['PAUSED', 'ERROR'] as const)('workspace at rest in %s', (phase) => {
  const resting = inPhase(phase, { desired: 'PAUSED', saved_at: at(-3600), expires_at: at(1000) });
  const seeing = (state: Snapshot['state'] | 'absent', change: Partial<Sandbox> = {}) =>
    stepAt({ ...resting, ...change }, 5, {
      snapshot: { id: 'snap-1', found: state === 'absent' ? state : aSnapshot({ id: 'snap-1', state }) },
    });

  it('is lost when its snapshot is lost', () => {
    expect(seeing('completed')).toEqual(none);
    expect(seeing('pending')).toEqual(none);
    expect(seeing('absent')).toEqual({ kind: 'lose-workspace' });
    expect(seeing('error')).toEqual({ kind: 'lose-workspace' });
  });

  it('is not lost when a recent snapshot is absent from one observation', () => {
    expect(seeing('absent', { saved_at: at(5 - limits.consistency) })).toEqual(none);
    expect(seeing('absent', { saved_at: at(4 - limits.consistency) })).toEqual({ kind: 'lose-workspace' });
  });

  it('is deleted when its retention is over', () => {
    expect(stepAt(resting, 999)).toEqual(none);
    expect(stepAt(resting, 1000)).toEqual({ kind: 'expire' });
    expect(stepAt({ ...resting, desired: 'RUNNING' }, 1000)).toEqual({ kind: 'begin-generation' });
    expect(stepAt({ ...resting, expires_at: null }, 99_999)).toEqual(none);
  });

  it('discards the disks that it no longer needs', () => {
    const discards = [{ kind: 'volume', id: 'vol-0' } as const];

    expect(stepAt({ ...resting, discards }, 5)).toEqual({ kind: 'discard', discard: discards[0] });
    expect(stepAt({ ...resting, discards }, 5, { busyDiscards: ['vol-0'] })).toEqual(none);
    expect(stepAt({ ...resting, discards }, 1000, { busyDiscards: ['vol-0'] })).toEqual({ kind: 'expire' });
  });

  it('is saved first when its volume is unsaved', () => {
    const unsaved = { volume_id: VOLUME, desired: 'RUNNING' as const };

    expect(stepAt({ ...resting, ...unsaved }, 5)).toEqual({ kind: 'save-first' });
    expect(seeing('absent', unsaved)).toEqual({ kind: 'save-first' });
  });
});

describe('lost workspace', () => {
  const gone = inPhase('ERROR', { desired: 'PAUSED', status_reason: lost, saved_at: noon });
  const seeing = (state: Snapshot['state'] | 'absent') =>
    stepAt(gone, 5, {
      snapshot: { id: 'snap-1', found: state === 'absent' ? state : aSnapshot({ id: 'snap-1', state }) },
    });

  it('is not recorded as lost a second time', () => {
    expect(seeing('absent')).toEqual(none);
    expect(seeing('error')).toEqual(none);
  });

  it('is found again when its snapshot reappears', () => {
    expect(seeing('pending')).toEqual(none);
    expect(seeing('completed')).toEqual({ kind: 'find-workspace' });
  });
});

describe('expired sandbox', () => {
  it('deletes its disks and never starts again', () => {
    const discards = [{ kind: 'snapshot', id: 'snap-1' } as const];
    const expired = inPhase('EXPIRED', { desired: 'RUNNING' });

    expect(stepAt({ ...expired, discards }, 5)).toEqual({ kind: 'discard', discard: discards[0] });
    expect(stepAt(expired, 5)).toEqual(none);
  });
});
