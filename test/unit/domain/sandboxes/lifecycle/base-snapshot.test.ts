import { describe, expect, it } from 'vitest';
import { deleteRequested } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { rested, saved, taskEnded, workspaceFound } from '../../../../../shared/domain/sandboxes/lifecycle/changes.ts';
import { collected, expired } from '../../../../../shared/domain/sandboxes/lifecycle/deletion.ts';
import { withWorkspace } from '../../../../../shared/domain/sandboxes/lifecycle/previous-workspace.ts';
import { startSnapshotOf } from '../../../../../shared/domain/sandboxes/record/base-snapshot.ts';
import { hasWorkspace, isWatched } from '../../../../../shared/domain/sandboxes/record/conditions.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { ledgerOf } from '../../../../../shared/domain/sandboxes/record/ledger-of.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
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
