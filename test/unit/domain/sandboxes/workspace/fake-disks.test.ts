import { describe, expect, it } from 'vitest';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { disksSuite } from '../../../../support/sandboxes/disks.suite.ts';
import { FakeDisks } from '../../../../support/sandboxes/fake-disks.ts';

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

describe('contents of fake disks', () => {
  it('are those written: a snapshot keeps them, and a disk from that snapshot has them again', async () => {
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

  it('record each volume that was deleted before its contents were saved', async () => {
    const disks = new FakeDisks(new SettableClock());
    const volume = disks.plantVolume(owner);
    disks.write(volume.id, 'work');

    await disks.deleteVolume(volume.id);

    expect(disks.deletedUnsaved).toEqual([volume]);
  });
});
