import { describe, expect, it } from 'vitest';
import { disksSuite } from '../../support/disks.suite.ts';
import { FakeDisks } from '../../support/fake-disks.ts';
import { SettableClock } from '../../support/settable-clock.ts';

const owner = { startedBy: 'ann/0193aaaabbbb7ccc8dddeeeeffff0000/1', mark: '0123456789abcdef' };

describe('the fake disks', () => {
  const clock = new SettableClock();
  const disks = new FakeDisks(clock);
  disksSuite(() => ({
    disks,
    attach: async (ownerOfDisk) => disks.attach(ownerOfDisk, null)?.id ?? '',
    release: async (id) => disks.detach(id),
    failNextSnapshot: () => disks.failNextSave('snapshot-fails'),
    settle: async () => {
      clock.advance(disks.snapshotSeconds);
      disks.tick();
    },
  }));
});

describe('what the fake remembers', () => {
  it('is what was written: a snapshot holds it, and a disk made from that has it again', async () => {
    const clock = new SettableClock();
    const disks = new FakeDisks(clock);
    const first = disks.attach(owner, null);
    disks.write(first?.id ?? '', 'before');
    const outcome = await disks.save(first?.id ?? '', owner);
    disks.write(first?.id ?? '', 'after');
    const snapshotId = outcome.kind === 'accepted' ? outcome.snapshot.id : '';
    expect(disks.attach(owner, snapshotId)).toBeUndefined();
    clock.advance(disks.snapshotSeconds);
    disks.tick();

    const second = disks.attach(owner, snapshotId);

    expect(disks.contentOf(second?.id ?? '')).toEqual(['before']);
    expect(disks.events).toEqual([{ snapshotId, volumeId: first?.id, result: 'succeeded', owner }]);
  });

  it('is each volume that was deleted before what it held was saved', async () => {
    const disks = new FakeDisks(new SettableClock());
    const volume = disks.plantVolume(owner);
    disks.write(volume.id, 'work');

    await disks.deleteVolume(volume.id);

    expect(disks.deletedUnsaved).toEqual([volume]);
  });
});
