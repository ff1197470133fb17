import { describe, expect, it } from 'vitest';
import { withWorkspace } from '../../../../../shared/domain/sandboxes/lifecycle/previous-workspace.ts';
import type { Snapshot } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { workspaceLost } from '../../../../../shared/presentation/sandbox-reasons.ts';
import { aSnapshot, inPhase } from '../../../../support/sandboxes/lifecycle-data.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const paused: Sandbox = {
  ...inPhase('PAUSED'),
  desired: 'PAUSED',
  volume_id: null,
  snapshot_id: 'snap-2',
  previous_snapshot_id: 'snap-1',
};
const own = (overrides: Partial<Snapshot> = {}): Snapshot =>
  aSnapshot({ id: 'snap-1', owner: diskOwner(paused), ...overrides });

describe('another snapshot as the workspace', () => {
  it('is the one that the next start begins from, and the one until now is on no row', () => {
    const next = withWorkspace(paused, own(), now);

    expect(next).toMatchObject({ snapshot_id: 'snap-1', previous_snapshot_id: null, version: paused.version + 1 });
    expect(JSON.stringify(next)).not.toContain('snap-2');
    expect(Date.parse(next.expires_at ?? '')).toBeGreaterThan(now.getTime());
  });

  it('leaves the previous one when a third is chosen', () => {
    const next = withWorkspace(paused, own({ id: 'snap-3' }), now);

    expect(next).toMatchObject({ snapshot_id: 'snap-3', previous_snapshot_id: 'snap-1' });
  });

  it('is taken off the list of what is to be deleted', () => {
    const doomed = { ...paused, discards: [{ kind: 'snapshot', id: 'snap-1' } as const] };

    expect(withWorkspace(doomed, own(), now).discards).toEqual([]);
  });

  it('raises the generation of a row from a backup, so that no start repeats one that was', () => {
    const later = own({ owner: diskOwner({ ...paused, generation: paused.generation + 3 }) });

    expect(withWorkspace(paused, later, now)).toMatchObject({
      generation: paused.generation + 3,
      wanted_generation: paused.generation + 3,
    });
  });

  it('ends the loss of a workspace', () => {
    const lost = { ...paused, phase: 'ERROR', status_reason: workspaceLost, workspace_kept: null } as const;

    const next = withWorkspace(lost, own(), now);

    expect(next).toMatchObject({ phase: 'PAUSED', status_reason: null, workspace_kept: { since: now.toISOString() } });
  });

  it.each(Phase.options.filter((phase) => phase !== 'PAUSED' && phase !== 'ERROR'))('is refused in %s', (phase) => {
    expect(() => withWorkspace({ ...paused, phase }, own(), now)).toThrow(`is ${phase}, not at rest`);
  });

  it.each<[string, Partial<Sandbox>, Snapshot]>([
    ['not at rest', { desired: 'RUNNING' }, own()],
    ['newer than every snapshot', { volume_id: 'vol-1' }, own()],
    ['was not made of sandbox', {}, own({ owner: { ...diskOwner(paused), mark: 'ffff' } })],
    ['is pending, not completed', {}, own({ state: 'pending' })],
    ['is the workspace of sandbox', {}, own({ id: 'snap-2' })],
  ])('is refused with the reason: %s', (reason, change, snapshot) => {
    expect(() => withWorkspace({ ...paused, ...change }, snapshot, now)).toThrow(reason);
  });
});
