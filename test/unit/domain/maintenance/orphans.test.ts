import { describe, expect, it } from 'vitest';
import { isOrphanSnapshot, isOrphanVolume } from '../../../../shared/domain/maintenance/orphans.ts';
import type { Volume } from '../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner, markOf, startedBy } from '../../../../shared/domain/sandboxes/record/identity.ts';
import { Phase, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aSnapshot, inPhase } from '../../../support/sandboxes/lifecycle-data.ts';
import { noon } from '../../../support/sandboxes/sandbox-data.ts';

const row = inPhase('RUNNING');
const generation = (number: number, of: Sandbox = row) => ({
  startedBy: startedBy({ ...of, generation: number }),
  mark: markOf(of),
});
const aVolume = (overrides: Partial<Volume> = {}): Volume => ({
  id: 'vol-9',
  state: 'available',
  owner: diskOwner(row),
  createdAt: noon,
  ...overrides,
});
const snapshot = aSnapshot({ id: 'snap-9', volumeId: 'vol-9', owner: diskOwner(row) });

describe('disk', () => {
  it.each<[string, Sandbox | undefined]>([
    ['has no row', undefined],
    ['is a receipt', { ...row, phase: 'DELETED' }],
    ['is another sandbox with the same id', { ...row, created_at: '2027-01-01T00:00:00.000Z' }],
  ])('is an orphan when its sandbox %s', (_, owner) => {
    expect(isOrphanVolume(aVolume(), owner)).toBe(true);
    expect(isOrphanSnapshot(snapshot, owner)).toBe(true);
  });

  it('is no orphan when the record of its sandbox names it', () => {
    const names = ['snapshot_id', 'previous_snapshot_id', 'saving_snapshot_id'] as const;
    const discards = [{ kind: 'volume', id: 'vol-9' } as const, { kind: 'snapshot', id: 'snap-9' } as const];

    expect(isOrphanVolume(aVolume(), { ...row, volume_id: 'vol-9' })).toBe(false);
    expect(isOrphanVolume(aVolume(), { ...row, discards })).toBe(false);
    for (const name of names) expect(isOrphanSnapshot(snapshot, { ...row, [name]: 'snap-9' })).toBe(false);
    expect(isOrphanSnapshot(snapshot, { ...row, discards })).toBe(false);
  });
});

describe('volume without a record', () => {
  it('is an orphan when it is of an earlier generation, whose workspace was saved', () => {
    expect(isOrphanVolume(aVolume({ owner: generation(1) }), { ...row, volume_id: null })).toBe(true);
    expect(isOrphanVolume(aVolume({ owner: generation(3) }), { ...row, volume_id: null })).toBe(false);
  });

  it.each(Phase.options.filter((phase) => phase !== 'DELETED'))(
    'is not an orphan while it may be the disk of this start, in %s',
    (phase) => {
      const mayBe = ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING', 'DELETING'].includes(phase);

      expect(isOrphanVolume(aVolume(), { ...row, phase, volume_id: null })).toBe(!mayBe);
    },
  );

  it('is an orphan when this generation has another volume', () => {
    expect(isOrphanVolume(aVolume(), { ...row, volume_id: 'vol-1' })).toBe(true);
  });

  it('is left to a deletion that has not collected disks yet, and is an orphan afterwards', () => {
    const receipt = { requested_at: noon, collected: false, completed_at: null, items: [] };
    const deleting = { ...row, phase: 'DELETING', volume_id: 'vol-1', receipt } as const;

    expect(isOrphanVolume(aVolume(), deleting)).toBe(false);
    expect(isOrphanVolume(aVolume(), { ...deleting, receipt: { ...receipt, collected: true } })).toBe(true);
  });
});

describe('snapshot without a record', () => {
  const saving = { ...row, phase: 'SAVING', volume_id: 'vol-9', saving_snapshot_id: null } as const;

  it('is not an orphan while its volume is being saved, as its id may be unrecorded', () => {
    expect(isOrphanSnapshot(snapshot, saving)).toBe(false);
    expect(isOrphanSnapshot({ ...snapshot, volumeId: 'vol-1' }, saving)).toBe(true);
    expect(isOrphanSnapshot(snapshot, { ...saving, saving_snapshot_id: 'snap-3' })).toBe(true);
    expect(isOrphanSnapshot(snapshot, { ...saving, phase: 'ERROR' })).toBe(true);
  });
});
