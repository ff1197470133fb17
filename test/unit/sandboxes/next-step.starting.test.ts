import { describe, expect, it } from 'vitest';
import { limits } from '../../../shared/sandboxes/limits.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { ARN, aLaunch, aSnapshot, at, inPhase, ready, stepAt, VOLUME } from '../../support/lifecycle-data.ts';
import { aTask } from '../../support/sandbox-data.ts';

const ours = { arn: ARN, generation: 2 };
const pending = inPhase('PENDING');
const fresh = { ...pending, launch: null };
const refused = { code: 'capacity_unavailable', message: 'Full.', remedy: 'Later.', retryable: true };

describe('a start that waits for its next try', () => {
  const waiting = { ...pending, retry_at: at(30) };

  it('is not tried before its time, and says when that is', () => {
    expect(stepAt(waiting, 29)).toEqual({ kind: 'none', again: new Date(at(30)) });
    expect(stepAt(waiting, 30)).toEqual({ kind: 'run-task' });
  });

  it('is not tried while somebody is taken to be calling ECS', () => {
    const called = { ...pending, launch_lease_until: at(12) };

    expect(stepAt(called, 11)).toEqual({ kind: 'none' });
    expect(stepAt(called, 12)).toEqual({ kind: 'run-task' });
  });

  it('fails when it took too long, with what ECS last said', () => {
    const told = { ...pending, launch_retries: 4, status_reason: refused };

    expect(stepAt(told, limits.pending)).toEqual({ kind: 'run-task' });
    expect(stepAt(told, limits.pending + 1)).toEqual({
      kind: 'rest',
      phase: 'ERROR',
      reason: refused,
      givesUp: true,
    });
  });

  it.each<[string, Partial<Sandbox>]>([
    ['ECS was never asked', {}],
    ['the answer of ECS is awaited', { launch_retries: 2, status_reason: { ...refused, code: 'launch_unclear' } }],
    [
      'only the run before had a reason to end',
      { restarts: 1, status_reason: { ...refused, code: 'spot_interrupted' } },
    ],
  ])('fails with its own reason when %s', (_, change) => {
    expect(stepAt({ ...pending, ...change }, limits.pending + 1)).toMatchObject({
      phase: 'ERROR',
      reason: { code: 'start_timeout', retryable: true },
    });
  });

  it('fails also when its next try lies ahead', () => {
    expect(stepAt({ ...pending, retry_at: at(limits.pending + 60) }, limits.pending + 1)).toMatchObject({
      kind: 'rest',
      phase: 'ERROR',
    });
  });
});

describe('a start from a saved workspace', () => {
  const saved = { ...fresh, snapshot_id: 'snap-1', saved_at: at(-3600) };
  const seeing = (state: 'pending' | 'completed' | 'error' | 'absent', sandbox = saved) => {
    const found = state === 'absent' ? state : aSnapshot({ id: 'snap-1', state });
    return stepAt(sandbox, 5, { snapshot: { id: 'snap-1', found } });
  };

  it('looks first whether the snapshot is there', () => {
    const look = { kind: 'look-at-snapshot', snapshotId: 'snap-1' };

    expect(stepAt(saved, 5)).toEqual(look);
    expect(stepAt(saved, 5, { snapshot: { id: 'snap-9', found: aSnapshot({ id: 'snap-9' }) } })).toEqual(look);
    expect(stepAt({ ...saved, launch: aLaunch() }, 5)).toEqual({ kind: 'run-task' });
  });

  it.each([
    ['completed', 'run-task'],
    ['absent', 'lose-workspace'],
    ['error', 'lose-workspace'],
    ['pending', 'none'],
  ] as const)('sees it %s and comes to %s', (state, expected) => {
    expect(seeing(state).kind).toBe(expected);
  });

  it('waits until EC2 must know what was saved a moment ago', () => {
    const justSaved = (seconds: number) => ({ ...saved, saved_at: at(5 - seconds) });

    expect(seeing('absent', justSaved(limits.consistency))).toEqual({ kind: 'none', again: new Date(at(10)) });
    expect(seeing('absent', justSaved(limits.consistency + 1))).toEqual({ kind: 'lose-workspace' });
    expect(seeing('error', justSaved(1))).toEqual({ kind: 'lose-workspace' });
  });

  it('is looked at again only when its next try is due', () => {
    expect(stepAt({ ...saved, retry_at: at(30) }, 5)).toEqual({ kind: 'none', again: new Date(at(30)) });
  });
});

describe('a start that nobody wants any more', () => {
  const unwanted = { ...pending, desired: 'PAUSED' as const };

  it('rests at once when ECS was never asked', () => {
    expect(stepAt({ ...unwanted, launch: null }, 1)).toEqual({
      kind: 'rest',
      phase: 'PAUSED',
      reason: null,
      givesUp: false,
    });
  });

  it('is looked for until ECS must know it', () => {
    const seeing = (seconds: number) => stepAt(unwanted, seconds, { task: 'absent' });

    expect(stepAt(unwanted, 5)).toEqual({ kind: 'observe' });
    expect(seeing(limits.consistency)).toEqual({ kind: 'none' });
    expect(seeing(limits.consistency + 1)).toMatchObject({ kind: 'rest', phase: 'PAUSED' });
  });
});

describe('a task that is on its way up', () => {
  const provisioning = inPhase('PROVISIONING');

  it('is looked at when it was silent for too long', () => {
    expect(stepAt(provisioning, limits.silence)).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.silence + 1)).toEqual({ kind: 'observe' });
  });

  it('may be unknown to ECS for a while, and is lost afterwards', () => {
    expect(stepAt(provisioning, limits.consistency, { task: 'absent' })).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      aftermath: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
  });

  it('is stopped when it takes too long, and says why', () => {
    const seen = { task: aTask({ ...ours, lastStatus: 'PENDING' }) };

    expect(stepAt(provisioning, limits.provisioning, seen)).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.provisioning + 1, seen)).toMatchObject({
      kind: 'stop',
      aftermath: 'give-up',
      reason: { code: 'start_timeout' },
      sent: false,
    });
  });

  it('goes on without a disk where its spec has none', () => {
    const diskless = { ...provisioning, launch: aLaunch({ volume: null }) };

    expect(stepAt(provisioning, 5, { task: aTask(ours) }).kind).toBe('none');
    expect(stepAt(diskless, 5, { task: aTask(ours) }).kind).toBe('enter-boot');
  });
});

describe('a booting sandbox', () => {
  const booting = inPhase('BOOTING');

  it('has one worker at a time', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(20) }, 19)).toEqual({ kind: 'none' });
    expect(stepAt({ ...booting, boot_lease_until: at(20) }, 20)).toEqual({ kind: 'boot' });
  });

  it('fails when its agent does not answer in time, even while a worker waits', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(999) }, limits.boot + 1)).toMatchObject({
      kind: 'stop',
      aftermath: 'give-up',
      reason: { code: 'agent_not_ready' },
    });
  });

  it('takes nothing of what an agent says for its own, as its worker asks', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(99) }, 5, { agent: ready(0) })).toEqual({ kind: 'none' });
  });

  it('is told to stop when ECS does not know its task', () => {
    expect(stepAt(booting, limits.consistency, { task: 'absent' })).toEqual({ kind: 'boot' });
    expect(stepAt(booting, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      aftermath: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
    expect(stepAt(booting, 99, { task: aTask({ ...ours, volumeId: VOLUME }) })).toEqual({ kind: 'boot' });
  });
});
