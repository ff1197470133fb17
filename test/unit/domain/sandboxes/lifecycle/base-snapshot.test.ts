import { describe, expect, it } from 'vitest';
import { deleteRequested, isBeyondResume } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { baseLost, baseReady } from '../../../../../shared/domain/sandboxes/lifecycle/begin-from.ts';
import { rested, saved, taskEnded, workspaceFound } from '../../../../../shared/domain/sandboxes/lifecycle/changes.ts';
import { collected, expired } from '../../../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import { withWorkspace } from '../../../../../shared/domain/sandboxes/lifecycle/previous-workspace.ts';
import { startSnapshotOf } from '../../../../../shared/domain/sandboxes/record/base-snapshot.ts';
import { hasWorkspace, isWatched } from '../../../../../shared/domain/sandboxes/record/conditions.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { ledgerOf } from '../../../../../shared/domain/sandboxes/record/ledger-of.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { statusDetail } from '../../../../../shared/domain/sandboxes/record/status.ts';
import type { SeenBase } from '../../../../../shared/domain/sandboxes/record/step.ts';
import { isStored } from '../../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import * as reasons from '../../../../../shared/presentation/sandbox-reasons.ts';
import { aSnapshot, at, inPhase, past, stepAt, VOLUME } from '../../../../support/sandboxes/lifecycle-data.ts';

const base_snapshot = { snapshot_id: 'a'.repeat(32), ebs_snapshot_id: 'snap-base' };
const based = { snapshot_id: null, previous_snapshot_id: null, base_snapshot, workspace_kept: null } as const;
const end = { kind: 'task-ended', endOutcome: 'as-wanted', reason: null, task: undefined } as const;

describe('a sandbox that begins from a snapshot', () => {
  it('starts from it, after EC2 was asked whether it is there', () => {
    const row = inPhase('PENDING', { ...based, launch: null });
    const found = (state: 'completed' | 'absent') => ({
      snapshot: { id: 'snap-base', found: state === 'absent' ? state : aSnapshot({ id: 'snap-base' }) },
    });

    expect(stepAt(row, 1)).toEqual({ kind: 'look-at-snapshot', snapshotId: 'snap-base' });
    expect(stepAt(row, 1, found('completed')).kind).toBe('run-task');
    expect(stepAt(row, 1, found('absent')).kind).toBe('lose-workspace');
  });

  describe('that is still being created', () => {
    const waiting = inPhase('PENDING', {
      ...{ ...based, launch: null, base_snapshot: { ...base_snapshot, ebs_snapshot_id: null } },
    });
    const seen = (change: Partial<SeenBase> | 'absent') => {
      const found = { state: 'CREATING', ebs_snapshot_id: null, status_reason: null, ready_at: null } as const;
      return { base: { id: base_snapshot.snapshot_id, found: change === 'absent' ? change : { ...found, ...change } } };
    };

    it('waits for it, however long that takes', () => {
      expect(stepAt(waiting, 1)).toEqual({ kind: 'look-at-base', snapshotId: base_snapshot.snapshot_id });
      expect(stepAt(waiting, 1, seen({})).kind).toBe('none');
      expect(stepAt(waiting, limits.queued + limits.pending, seen({})).kind).toBe('none');
      expect(statusDetail(waiting)).toBe('The snapshot that it begins from is being created.');
    });

    it('goes on when it is READY, with the time limits of a start that begins now', () => {
      const step = stepAt(waiting, 9_000, seen({ state: 'READY', ebs_snapshot_id: 'snap-base', ready_at: at(8_999) }));
      expect(step).toEqual({ kind: 'base-ready', ebsSnapshotId: 'snap-base', readyAt: at(8_999) });
      if (step.kind !== 'base-ready') return;

      const next = baseReady(waiting, step, past(9_000));

      expect(next).toMatchObject({ base_snapshot, saved_at: at(8_999), phase_since: at(9_000), phase: 'PENDING' });
      expect(next.deadline_at).toBe(at(9_000 + waiting.lifetime_minutes * 60));
      expect(next.transitions).toEqual(waiting.transitions);
      expect(stepAt(next, 9_001).kind).toBe('look-at-snapshot');
    });

    it.each<[string, Partial<SeenBase> | 'absent', string]>([
      ['it failed', { state: 'ERROR', status_reason: reasons.snapshotFailed('EC2 was down') }, 'EC2 was down'],
      ['it is deleted', { state: 'DELETING' }, 'was deleted'],
      ['its row is gone', 'absent', 'was deleted'],
    ])('ends in ERROR when %s, and never starts on an empty disk', (_, found, why) => {
      const step = stepAt(waiting, 1, seen(found));
      if (step.kind !== 'lose-base') throw new Error(step.kind);

      const next = baseLost(waiting, step, past(1));

      expect(next).toMatchObject({ phase: 'ERROR', desired: 'PAUSED', base_snapshot: null, expires_at: null });
      expect(next.status_reason).toMatchObject({ code: 'snapshot_unavailable', message: expect.stringContaining(why) });
      expect([hasWorkspace(next), isWatched(next), isBeyondResume(next)]).toEqual([false, false, true]);
    });

    it('is paused and resumed like any start that has no task yet', () => {
      expect(stepAt({ ...waiting, desired: 'PAUSED' }, 1)).toMatchObject({ kind: 'rest', phase: 'PAUSED' });
      expect(hasWorkspace(waiting)).toBe(true);
    });
  });

  it('prefers its own last save', () => {
    expect(startSnapshotOf({ snapshot_id: 'snap-own', base_snapshot })).toBe('snap-own');
    expect(startSnapshotOf({ snapshot_id: null, base_snapshot })).toBe('snap-base');
    expect(startSnapshotOf({ snapshot_id: null, base_snapshot: null })).toBeNull();
  });

  it('has a workspace that costs it nothing, and keeps it after a start that came to nothing', () => {
    const row = inPhase('STOPPING', { ...based, running_since: null, volume_id: VOLUME });

    const rest = taskEnded(row, end, past(10));

    expect(rest).toMatchObject({ phase: 'PAUSED', base_snapshot, workspace_kept: null, volume_id: null });
    expect(rest.discards).toEqual([{ kind: 'volume', id: VOLUME }]);
    expect(rest.expires_at).not.toBeNull();
    expect(hasWorkspace(rest)).toBe(true);
    expect(isStored({ ...rest, discards: [] })).toBe(true);
    expect(ledgerOf({ previous: row, next: rest })).toEqual([]);
  });

  it('has a workspace of its own from its first save on, and never counts the snapshot as its previous one', () => {
    const row = inPhase('SAVING', { ...based, saving_snapshot_id: 'snap-2' });

    const next = saved(row, aSnapshot(), past(10));

    expect(next).toMatchObject({ snapshot_id: 'snap-2', previous_snapshot_id: null, base_snapshot: null });
    expect(next.discards).toEqual([{ kind: 'volume', id: VOLUME }]);
  });

  it.each([
    ['its deletion', (row: Sandbox) => collected(deleteRequested(row, past(1)), [], past(2))],
    ['the end of its retention', (row: Sandbox) => expired(row, past(2))],
  ])('lets go of the snapshot with %s, which deletes no EBS snapshot', (_, change) => {
    const next = change(inPhase('PAUSED', based));

    expect(next).toMatchObject({ base_snapshot: null, discards: [] });
    expect(next.receipt?.items.filter(({ store }) => store === 'snapshot') ?? []).toEqual([]);
  });

  it('loses its workspace with the EBS snapshot, and has it again when it returns, without cost', () => {
    const row = rested(inPhase('PAUSED', based), 'PAUSED', past(0));
    const gone = { snapshot: { id: 'snap-base', found: 'absent' as const } };
    const lost = { ...row, phase: 'ERROR', status_reason: reasons.workspaceLost } as const;
    const back = { snapshot: { id: 'snap-base', found: aSnapshot({ id: 'snap-base' }) } };

    expect(stepAt(row, 1, gone).kind).toBe('lose-workspace');
    expect(isWatched(lost)).toBe(true);
    expect(stepAt(lost, 1, back).kind).toBe('find-workspace');
    expect(workspaceFound(lost, past(1))).toMatchObject({ phase: 'PAUSED', workspace_kept: null, base_snapshot });
  });

  it('can be given an earlier snapshot of its own by an operator, which costs from then on', () => {
    const row = inPhase('PAUSED', { ...based, desired: 'PAUSED' });
    const own = aSnapshot({ id: 'snap-own', owner: diskOwner(row) });

    const next = withWorkspace(row, own, past(5));

    expect(next).toMatchObject({ snapshot_id: 'snap-own', base_snapshot: null, workspace_kept: { since: at(5) } });
    expect(() => withWorkspace(row, { ...own, id: 'snap-base' }, past(5))).toThrow('is already the workspace');
  });
});
