import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aSnapshot, at, inPhase, stepAt, VOLUME } from '../../../../support/sandboxes/lifecycle-data.ts';
import { noon } from '../../../../support/sandboxes/sandbox-data.ts';

const none = { kind: 'none' };
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

  it('gives each snapshot the whole time limit', () => {
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

  it('comes to rest in its recorded phase when there is no volume', () => {
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

  it('discards the disks that it does not need any more', () => {
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
