import { describe, expect, it } from 'vitest';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import {
  ARN,
  aLaunch,
  aSnapshot,
  at,
  inPhase,
  ready,
  stepAt,
  VOLUME,
} from '../../../../support/sandboxes/lifecycle-data.ts';
import { aTask } from '../../../../support/sandboxes/sandbox-data.ts';

const ours = { arn: ARN, generation: 2 };
const pending = inPhase('PENDING');
const fresh = { ...pending, launch: null };
const refused = { code: 'capacity_unavailable', message: 'Full.', remedy: 'Later.', retryable: true };

describe('start that waits for its next retry', () => {
  const waiting = { ...pending, retry_at: at(30) };

  it('is not retried before its time, and nextStep returns that time', () => {
    expect(stepAt(waiting, 29)).toEqual({ kind: 'none', again: new Date(at(30)) });
    expect(stepAt(waiting, 30)).toEqual({ kind: 'run-task' });
  });

  it('is not retried while another worker may be calling ECS', () => {
    const called = { ...pending, launch_lease_until: at(12) };

    expect(stepAt(called, 11)).toEqual({ kind: 'none' });
    expect(stepAt(called, 12)).toEqual({ kind: 'run-task' });
  });

  it('fails after the time limit, with the last answer of ECS', () => {
    const asked = { ...pending, launch_retries: 4, status_reason: refused };

    expect(stepAt(asked, limits.pending)).toEqual({ kind: 'run-task' });
    expect(stepAt(asked, limits.pending + 1)).toEqual({
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

  it('fails after the time limit even if its next retry lies ahead', () => {
    expect(stepAt({ ...pending, retry_at: at(limits.pending + 60) }, limits.pending + 1)).toMatchObject({
      kind: 'rest',
      phase: 'ERROR',
    });
  });
});

describe('start from a saved workspace', () => {
  const saved = { ...fresh, snapshot_id: 'snap-1', saved_at: at(-3600) };
  const seeing = (state: 'pending' | 'completed' | 'error' | 'absent', sandbox = saved) => {
    const found = state === 'absent' ? state : aSnapshot({ id: 'snap-1', state });
    return stepAt(sandbox, 5, { snapshot: { id: 'snap-1', found } });
  };

  it('first observes whether the snapshot exists', () => {
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
  ] as const)('with the snapshot %s leads to %s', (state, expected) => {
    expect(seeing(state).kind).toBe(expected);
  });

  it('waits for the consistency time of EC2 when the snapshot is recent', () => {
    const justSaved = (seconds: number) => ({ ...saved, saved_at: at(5 - seconds) });

    expect(seeing('absent', justSaved(limits.consistency))).toEqual({ kind: 'none', again: new Date(at(10)) });
    expect(seeing('absent', justSaved(limits.consistency + 1))).toEqual({ kind: 'lose-workspace' });
    expect(seeing('error', justSaved(1))).toEqual({ kind: 'lose-workspace' });
  });

  it('observes the snapshot again only when its next retry is due', () => {
    expect(stepAt({ ...saved, retry_at: at(30) }, 5)).toEqual({ kind: 'none', again: new Date(at(30)) });
  });
});

describe('start of a sandbox that should not run any more', () => {
  const unwanted = { ...pending, desired: 'PAUSED' as const };

  it('comes to rest at once when ECS was never called', () => {
    expect(stepAt({ ...unwanted, launch: null }, 1)).toEqual({
      kind: 'rest',
      phase: 'PAUSED',
      reason: null,
      givesUp: false,
    });
  });

  it('observes the task until the consistency time of ECS is over', () => {
    const seeing = (seconds: number) => stepAt(unwanted, seconds, { task: 'absent' });

    expect(stepAt(unwanted, 5)).toEqual({ kind: 'observe' });
    expect(seeing(limits.consistency)).toEqual({ kind: 'none' });
    expect(seeing(limits.consistency + 1)).toMatchObject({ kind: 'rest', phase: 'PAUSED' });
  });
});

describe('task that is starting', () => {
  const provisioning = inPhase('PROVISIONING');

  it('is observed when no event arrived for too long', () => {
    expect(stepAt(provisioning, limits.silence)).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.silence + 1)).toEqual({ kind: 'observe' });
  });

  it('may be unknown to ECS for the consistency time, and is lost afterwards', () => {
    expect(stepAt(provisioning, limits.consistency, { task: 'absent' })).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
  });

  it('is stopped with a reason when it takes too long', () => {
    const seen = { task: aTask({ ...ours, lastStatus: 'PENDING' }) };

    expect(stepAt(provisioning, limits.provisioning, seen)).toEqual({ kind: 'none' });
    expect(stepAt(provisioning, limits.provisioning + 1, seen)).toMatchObject({
      kind: 'stop',
      endOutcome: 'give-up',
      reason: { code: 'start_timeout' },
      sent: false,
    });
  });

  it('continues without a disk when its spec has none', () => {
    const diskless = { ...provisioning, launch: aLaunch({ volume: null }) };

    expect(stepAt(provisioning, 5, { task: aTask(ours) }).kind).toBe('none');
    expect(stepAt(diskless, 5, { task: aTask(ours) }).kind).toBe('enter-boot');
  });
});

describe('booting sandbox', () => {
  const booting = inPhase('BOOTING');

  it('has one boot worker at a time', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(20) }, 19)).toEqual({ kind: 'none' });
    expect(stepAt({ ...booting, boot_lease_until: at(20) }, 20)).toEqual({ kind: 'boot' });
  });

  it('fails when its agent does not answer in time, even while a worker waits', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(999) }, limits.boot + 1)).toMatchObject({
      kind: 'stop',
      endOutcome: 'give-up',
      reason: { code: 'agent_not_ready' },
    });
  });

  it('ignores an observation of its agent, as the boot worker calls it', () => {
    expect(stepAt({ ...booting, boot_lease_until: at(99) }, 5, { agent: ready(0) })).toEqual({ kind: 'none' });
  });

  it('gets a StopTask when ECS does not know its task', () => {
    expect(stepAt(booting, limits.consistency, { task: 'absent' })).toEqual({ kind: 'boot' });
    expect(stepAt(booting, limits.consistency + 1, { task: 'absent' })).toMatchObject({
      kind: 'stop',
      endOutcome: 'restart',
      reason: { code: 'task_lost' },
      sent: false,
    });
    expect(stepAt(booting, 99, { task: aTask({ ...ours, volumeId: VOLUME }) })).toEqual({ kind: 'boot' });
  });
});
