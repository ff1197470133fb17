import { describe, expect, it } from 'vitest';
import { standingOfSnapshot, standingOfVolume } from '../../../../shared/domain/maintenance/orphans.ts';
import type { Volume } from '../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner, markOf, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { Phase } from '../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aSnapshot, inPhase } from '../../../support/sandboxes/lifecycle-data.ts';
import { noon } from '../../../support/sandboxes/sandbox-data.ts';

const row = { ...inPhase('RUNNING'), saved_at: noon };
const earlier = '2026-11-20T00:00:00.000Z';
const generation = (number: number, of: Sandbox = row) => ({
  startedBy: startedBy({ ...of, generation: number }),
  mark: markOf(of),
});
const aVolume = (overrides: Partial<Volume> = {}): Volume => ({
  id: 'vol-9',
  state: 'available',
  owner: diskOwner(row),
  orphanSince: null,
  isKept: false,
  createdAt: noon,
  ...overrides,
});
const snapshot = aSnapshot({ id: 'snap-9', volumeId: 'vol-9', owner: diskOwner(row), startedAt: earlier });

describe('disk', () => {
  it.each<[string, Sandbox | undefined]>([
    ['has no row', undefined],
    ['is another sandbox with the same id', { ...row, created_at: '2027-01-01T00:00:00.000Z' }],
  ])('is unproven when its sandbox %s, which proves nothing', (_, owner) => {
    expect(standingOfVolume(aVolume(), owner)).toBe('unproven');
    expect(standingOfSnapshot(snapshot, owner)).toBe('unproven');
  });

  it('is an orphan when only the receipt of its sandbox is left', () => {
    const receipt = { ...row, phase: 'DELETED' } as const;

    expect(standingOfVolume(aVolume(), receipt)).toBe('orphan');
    expect(standingOfSnapshot(snapshot, receipt)).toBe('orphan');
  });

  it('is needed when the record of its sandbox names it', () => {
    const names = ['snapshot_id', 'previous_snapshot_id', 'saving_snapshot_id'] as const;
    const discards = [{ kind: 'volume', id: 'vol-9' } as const, { kind: 'snapshot', id: 'snap-9' } as const];
    const atRest = { ...row, phase: 'PAUSED' } as const;

    expect(standingOfVolume(aVolume(), { ...row, volume_id: 'vol-9' })).toBe('needed');
    expect(standingOfVolume(aVolume(), { ...row, discards })).toBe('needed');
    for (const name of names) expect(standingOfSnapshot(snapshot, { ...atRest, [name]: 'snap-9' })).toBe('needed');
    expect(standingOfSnapshot(snapshot, { ...atRest, discards })).toBe('needed');
    expect(standingOfSnapshot(snapshot, atRest)).toBe('orphan');
  });
});

describe('volume without a record', () => {
  it('is an orphan when it is of an earlier generation, whose workspace was saved', () => {
    expect(standingOfVolume(aVolume({ owner: generation(1) }), { ...row, volume_id: null })).toBe('orphan');
  });

  it('is newer when it is of a later generation, because then its row is from a backup', () => {
    for (const phase of Phase.options.filter((each) => each !== 'DELETED'))
      expect(standingOfVolume(aVolume({ owner: generation(3) }), { ...row, phase, volume_id: null })).toBe('newer');
  });

  it.each(Phase.options.filter((phase) => phase !== 'DELETED'))(
    'is needed while it may be the disk of this start, in %s',
    (phase) => {
      const mayBe = ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING', 'DELETING'].includes(phase);

      const standing = standingOfVolume(aVolume(), { ...row, phase, volume_id: null });

      expect(standing).toBe(mayBe ? 'needed' : 'orphan');
    },
  );

  it('is an orphan when this generation has another volume', () => {
    expect(standingOfVolume(aVolume(), { ...row, volume_id: 'vol-1' })).toBe('orphan');
  });

  it('is left to a deletion that has not collected disks yet, and is an orphan afterwards', () => {
    const receipt = { requested_at: noon, collected: false, completed_at: null, items: [] };
    const deleting = { ...row, phase: 'DELETING', volume_id: 'vol-1', receipt } as const;

    expect(standingOfVolume(aVolume(), deleting)).toBe('needed');
    expect(standingOfVolume(aVolume(), { ...deleting, receipt: { ...receipt, collected: true } })).toBe('orphan');
  });
});

describe('snapshot without a record', () => {
  const saving = { ...row, phase: 'SAVING', volume_id: 'vol-9', saving_snapshot_id: null } as const;

  it('is needed while its volume is being saved, as its id may be unrecorded', () => {
    expect(standingOfSnapshot(snapshot, saving)).toBe('needed');
    expect(standingOfSnapshot({ ...snapshot, volumeId: 'vol-1' }, saving)).toBe('orphan');
    expect(standingOfSnapshot(snapshot, { ...saving, saving_snapshot_id: 'snap-3' })).toBe('needed');
    expect(standingOfSnapshot({ ...snapshot, state: 'error' }, saving)).toBe('orphan');
    expect(standingOfSnapshot(snapshot, { ...saving, phase: 'ERROR' })).toBe('orphan');
  });

  it.each(Phase.options.filter((phase) => phase !== 'DELETED'))(
    'is newer when it is of a later generation than its row, in %s, because then the row is from a backup',
    (phase) => {
      const later = { ...snapshot, owner: generation(row.generation + 1) };

      expect(standingOfSnapshot(later, { ...row, phase })).toBe('newer');
    },
  );

  it('is newer when its generation has not ended by its row, which then is from a backup', () => {
    const standingIn = (phase: Phase) => standingOfSnapshot(snapshot, { ...row, phase, volume_id: 'vol-9' });

    expect(
      ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING'].map((phase) => standingIn(phase as Phase)),
    ).toEqual(Array.from({ length: 5 }, () => 'newer'));
    expect(standingIn('DELETING')).toBe('orphan');
    expect(standingOfSnapshot({ ...snapshot, owner: generation(row.generation - 1) }, row)).toBe('orphan');
  });

  it('is unproven when it is newer than what the row saved last, because then the row may be from a backup', () => {
    const atRest = { ...row, phase: 'ERROR' } as const;
    const newer = { ...snapshot, startedAt: '2026-11-22T00:00:00.000Z' };

    expect(standingOfSnapshot(newer, atRest)).toBe('unproven');
    expect(standingOfSnapshot(snapshot, { ...atRest, saved_at: null })).toBe('unproven');
    expect(standingOfSnapshot({ ...newer, state: 'error' }, atRest)).toBe('orphan');
    expect(standingOfSnapshot(newer, { ...row, phase: 'DELETING' })).toBe('orphan');
  });
});
