import { describe, expect, it } from 'vitest';
import type { Volume } from '../../../shared/sandboxes/disks.ts';
import { diskOwner, markOf, startedBy } from '../../../shared/sandboxes/identity.ts';
import { isOrphanSnapshot, isOrphanVolume } from '../../../shared/sandboxes/orphans.ts';
import { Phase, type Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { aSnapshot, inPhase } from '../../support/lifecycle-data.ts';
import { noon } from '../../support/sandbox-data.ts';

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

describe('a disk', () => {
  it.each<[string, Sandbox | undefined]>([
    ['has no row', undefined],
    ['is a receipt', { ...row, phase: 'DELETED' }],
    ['is another sandbox with the same id', { ...row, created_at: '2027-01-01T00:00:00.000Z' }],
  ])('is an orphan when its sandbox %s', (_, owner) => {
    expect(isOrphanVolume(aVolume(), owner)).toBe(true);
    expect(isOrphanSnapshot(snapshot, owner)).toBe(true);
  });

  it('is none when the record of its sandbox names it', () => {
    const names = ['snapshot_id', 'previous_snapshot_id', 'saving_snapshot_id'] as const;
    const discards = [{ kind: 'volume', id: 'vol-9' } as const, { kind: 'snapshot', id: 'snap-9' } as const];

    expect(isOrphanVolume(aVolume(), { ...row, volume_id: 'vol-9' })).toBe(false);
    expect(isOrphanVolume(aVolume(), { ...row, discards })).toBe(false);
    for (const name of names) expect(isOrphanSnapshot(snapshot, { ...row, [name]: 'snap-9' })).toBe(false);
    expect(isOrphanSnapshot(snapshot, { ...row, discards })).toBe(false);
  });
});

describe('a volume that is on no record', () => {
  it('is an orphan when it is of a generation before, as that one was saved', () => {
    expect(isOrphanVolume(aVolume({ owner: generation(1) }), { ...row, volume_id: null })).toBe(true);
    expect(isOrphanVolume(aVolume({ owner: generation(3) }), { ...row, volume_id: null })).toBe(false);
  });

  it.each(Phase.options.filter((phase) => phase !== 'DELETED'))('may be the disk of this start in %s', (phase) => {
    const mayBe = ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING', 'DELETING'].includes(phase);

    expect(isOrphanVolume(aVolume(), { ...row, phase, volume_id: null })).toBe(!mayBe);
  });

  it('is an orphan when this generation has another one', () => {
    expect(isOrphanVolume(aVolume(), { ...row, volume_id: 'vol-1' })).toBe(true);
  });

  it('is collected by a deletion that has not collected yet, and an orphan afterwards', () => {
    const receipt = { requested_at: noon, collected: false, completed_at: null, items: [] };
    const deleting = { ...row, phase: 'DELETING', volume_id: 'vol-1', receipt } as const;

    expect(isOrphanVolume(aVolume(), deleting)).toBe(false);
    expect(isOrphanVolume(aVolume(), { ...deleting, receipt: { ...receipt, collected: true } })).toBe(true);
  });
});

describe('a snapshot that is on no record', () => {
  const saving = { ...row, phase: 'SAVING', volume_id: 'vol-9', saving_snapshot_id: null } as const;

  it('may be the one whose id was not heard of, while its volume is being saved', () => {
    expect(isOrphanSnapshot(snapshot, saving)).toBe(false);
    expect(isOrphanSnapshot({ ...snapshot, volumeId: 'vol-1' }, saving)).toBe(true);
    expect(isOrphanSnapshot(snapshot, { ...saving, saving_snapshot_id: 'snap-3' })).toBe(true);
    expect(isOrphanSnapshot(snapshot, { ...saving, phase: 'ERROR' })).toBe(true);
  });
});
