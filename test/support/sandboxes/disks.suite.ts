import { describe, expect, it } from 'vitest';
import type { DiskOwner, Disks, Snapshot } from '../../../shared/domain/sandboxes/record/disks.ts';
import { anOwner, collect } from '../http/walk.ts';

export interface DisksFixture {
  readonly disks: Disks;
  /** Attaches a volume to a task. @returns its id. */
  attach(owner: DiskOwner): Promise<string>;
  release(volumeId: string): Promise<void>;
  failNextSnapshot(): void;
  settle(): Promise<void>;
}

const UNKNOWN_VOLUME = 'vol-0123456789abcdef0';
const UNKNOWN_SNAPSHOT = 'snap-0123456789abcdef0';

function aDiskOwner(): DiskOwner {
  return { startedBy: `${anOwner()}/0193aaaabbbb7ccc8dddeeeeffff0000/1`, mark: '0123456789abcdef' };
}

export function disksSuite(fixture: () => DisksFixture): void {
  const detached = async (owner: DiskOwner): Promise<string> => {
    const id = await fixture().attach(owner);
    await fixture().release(id);
    return id;
  };
  const save = async (volumeId: string, owner: DiskOwner): Promise<Snapshot> => {
    const outcome = await fixture().disks.save(volumeId, owner);
    if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${outcome.kind}`);
    return outcome.snapshot;
  };

  describe('volumes', () => {
    it('show their sandbox and whether a task has them attached', async () => {
      const owner = aDiskOwner();
      const id = await fixture().attach(owner);

      expect(await fixture().disks.volumesOf(owner)).toMatchObject([{ id, state: 'in-use', owner }]);
      await fixture().release(id);
      expect(await fixture().disks.volumesOf(owner)).toMatchObject([{ id, state: 'available', owner }]);
    });

    it('show their creation time in the time format of the service', async () => {
      const owner = aDiskOwner();
      await fixture().attach(owner);

      const [volume] = await fixture().disks.volumesOf(owner);

      expect(volume).toMatchObject({ createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) });
    });

    it('are found by the exact owner only', async () => {
      const owner = aDiskOwner();
      const [first, second] = [await fixture().attach(owner), await detached(owner)];
      await fixture().attach({ ...owner, mark: 'fedcba9876543210' });
      await fixture().attach({ ...owner, startedBy: owner.startedBy.replace(/1$/, '2') });

      const found = await fixture().disks.volumesOf(owner);

      expect(found.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
      expect(await fixture().disks.volumesOf(aDiskOwner())).toEqual([]);
    });

    it('are absent when there are none', async () => {
      expect(await fixture().disks.deleteVolume(UNKNOWN_VOLUME)).toBe('absent');
    });

    it('are deleted when no task has them attached, and are then absent', async () => {
      const owner = aDiskOwner();
      const id = await fixture().attach(owner);

      expect(await fixture().disks.deleteVolume(id)).toBe('busy');
      await fixture().release(id);
      expect(await fixture().disks.deleteVolume(id)).toBe('deleted');

      await expect.poll(() => fixture().disks.volumesOf(owner)).toEqual([]);
      expect(await fixture().disks.deleteVolume(id)).toBe('absent');
    });

    it('are all listed, with and without an owner', async () => {
      const made = [];
      for (let count = 0; count < 5; count += 1) made.push(await fixture().attach(aDiskOwner()));

      const listed = (await collect(fixture().disks.volumes())).map(({ id }) => id);

      expect(listed).toEqual(expect.arrayContaining(made));
      expect(new Set(listed).size).toBe(listed.length);
    });
  });

  describe('notes of orphans', () => {
    it('are on the volumes and snapshots in every list, until they are taken back', async () => {
      const { disks, settle } = fixture();
      const owner = aDiskOwner();
      const volumeId = await detached(owner);
      const { id } = await save(volumeId, owner);
      await settle();
      const noted = async () => {
        const [volumes, snapshots] = [await collect(disks.volumes()), await collect(disks.snapshots())];
        return [...volumes, ...snapshots].flatMap((disk) =>
          disk.id === id || disk.id === volumeId ? [disk.orphanSince] : [],
        );
      };
      const at = new Date('2026-11-22T10:00:00.000Z');

      expect(await noted()).toEqual([null, null]);
      await disks.noteOrphans([volumeId, id], at);
      expect(await noted()).toEqual([at.toISOString(), at.toISOString()]);
      expect(await disks.snapshot(id)).toMatchObject({ orphanSince: at.toISOString(), isKept: false, owner });
      await disks.noteOrphans([volumeId], null);
      expect((await noted()).toSorted()).toEqual([at.toISOString(), null]);
    });

    it('of no disks change nothing', async () => {
      await expect(fixture().disks.noteOrphans([], new Date())).resolves.toBeUndefined();
    });
  });

  describe('save', () => {
    it('begins a snapshot that completes later', async () => {
      const owner = aDiskOwner();
      const volumeId = await detached(owner);

      const snapshot = await save(volumeId, owner);
      expect(snapshot).toMatchObject({ volumeId, owner, message: null });
      await fixture().settle();

      expect(await fixture().disks.snapshot(snapshot.id)).toEqual({ ...snapshot, state: 'completed' });
    });

    it('returns the snapshot that was begun before, in progress or complete', async () => {
      const owner = aDiskOwner();
      const volumeId = await detached(owner);

      const first = await save(volumeId, owner);
      const second = await save(volumeId, owner);
      await fixture().settle();
      const third = await save(volumeId, owner);

      expect([second.id, third.id]).toEqual([first.id, first.id]);
      expect(third.state).toBe('completed');
    });

    it('returns the earlier snapshot when the volume is gone already', async () => {
      const owner = aDiskOwner();
      const volumeId = await detached(owner);
      const { id } = await save(volumeId, owner);
      await fixture().settle();
      await fixture().disks.deleteVolume(volumeId);

      expect(await save(volumeId, owner)).toMatchObject({ id, state: 'completed' });
    });

    it('begins another snapshot after a failed one, whose reason it shows', async () => {
      const owner = aDiskOwner();
      const volumeId = await detached(owner);
      fixture().failNextSnapshot();
      const failed = await save(volumeId, owner);
      await fixture().settle();
      const snapshot = await fixture().disks.snapshot(failed.id);
      expect(snapshot).toMatchObject({ state: 'error', message: expect.stringMatching(/./) });

      const next = await save(volumeId, owner);

      expect(next.id).not.toBe(failed.id);
      await fixture().settle();
      expect(await fixture().disks.snapshot(next.id)).toMatchObject({ state: 'completed' });
    });

    it('is refused for a volume that does not exist', async () => {
      const outcome = await fixture().disks.save(UNKNOWN_VOLUME, aDiskOwner());

      expect(outcome).toMatchObject({ kind: 'refused', code: 'volume_lost', retryable: false });
    });
  });

  describe('take', () => {
    const take = async (volumeId: string, name: string): Promise<Snapshot> => {
      const outcome = await fixture().disks.take(volumeId, name);
      if (outcome.kind !== 'accepted') throw new Error(`the copy was not accepted: ${JSON.stringify(outcome)}`);
      return outcome.snapshot;
    };
    const aName = () => `${anOwner()}/${'a'.repeat(32)}`;

    it('begins to copy a disk in use, under the name of the snapshot and not of the sandbox', async () => {
      const [volumeId, name] = [await fixture().attach(aDiskOwner()), aName()];

      const copy = await take(volumeId, name);
      expect(copy).toMatchObject({ volumeId, takenFor: name, owner: undefined, state: 'pending', message: null });
      await fixture().settle();

      expect(await fixture().disks.snapshot(copy.id)).toEqual({ ...copy, state: 'completed' });
      expect(await fixture().disks.takenFor(name)).toMatchObject([{ id: copy.id, state: 'completed' }]);
    });

    it('returns the copy that was begun before, and makes another one for another snapshot', async () => {
      const [volumeId, name] = [await fixture().attach(aDiskOwner()), aName()];

      const [first, again, other] = [
        await take(volumeId, name),
        await take(volumeId, name),
        await take(volumeId, aName()),
      ];

      expect([again.id, other.id === first.id]).toEqual([first.id, false]);
      expect((await fixture().disks.takenFor(name)).map(({ id }) => id)).toEqual([first.id]);
      await fixture().settle();
    });

    it('begins another copy after a failed one, and of another disk', async () => {
      const [volumeId, name] = [await fixture().attach(aDiskOwner()), aName()];
      fixture().failNextSnapshot();
      const failed = await take(volumeId, name);
      await fixture().settle();

      const next = await take(volumeId, name);
      const ofAnother = await take(await fixture().attach(aDiskOwner()), name);
      await fixture().settle();

      const found = await fixture().disks.takenFor(name);
      expect(new Map(found.map(({ id, state }) => [id, state]))).toEqual(
        new Map([
          [failed.id, 'error'],
          [next.id, 'completed'],
          [ofAnother.id, 'completed'],
        ]),
      );
    });

    it('is refused for a volume that does not exist', async () => {
      const outcome = await fixture().disks.take(UNKNOWN_VOLUME, aName());

      expect(outcome).toMatchObject({ kind: 'refused', code: 'volume_lost', retryable: false });
      expect(await fixture().disks.takenFor(aName())).toEqual([]);
    });

    it('is no saved workspace of the sandbox, whose own save makes another one', async () => {
      const owner = aDiskOwner();
      const volumeId = await fixture().attach(owner);
      const copy = await take(volumeId, aName());
      await fixture().release(volumeId);

      expect((await save(volumeId, owner)).id).not.toBe(copy.id);
      await fixture().settle();
    });
  });

  describe('nameSnapshot', () => {
    it('names a saved workspace that became a snapshot, which keeps the names of its sandbox', async () => {
      const [owner, name] = [aDiskOwner(), `${anOwner()}/${'b'.repeat(32)}`];
      const saved = await save(await detached(owner), owner);
      await fixture().settle();

      await fixture().disks.nameSnapshot(saved.id, name);

      expect(await fixture().disks.snapshot(saved.id)).toMatchObject({ owner, takenFor: name });
      expect((await fixture().disks.takenFor(name)).map(({ id }) => id)).toEqual([saved.id]);
    });

    it('fails for one that does not exist', async () => {
      await expect(fixture().disks.nameSnapshot(UNKNOWN_SNAPSHOT, 'ann/a')).rejects.toThrow();
    });
  });

  describe('snapshots', () => {
    it('are deleted once, and are then absent', async () => {
      const owner = aDiskOwner();
      const { id } = await save(await detached(owner), owner);
      await fixture().settle();

      expect(await fixture().disks.deleteSnapshot(id)).toBe('deleted');

      await expect.poll(() => fixture().disks.snapshot(id)).toBe('absent');
      expect(await fixture().disks.deleteSnapshot(id)).toBe('absent');
    });

    it('are absent when there are none', async () => {
      expect(await fixture().disks.snapshot(UNKNOWN_SNAPSHOT)).toBe('absent');
      expect(await fixture().disks.deleteSnapshot(UNKNOWN_SNAPSHOT)).toBe('absent');
    });

    it('are all listed, with and without an owner', async () => {
      const made: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        const owner = aDiskOwner();
        made.push((await save(await detached(owner), owner)).id);
      }

      const listed = (await collect(fixture().disks.snapshots())).map(({ id }) => id);

      expect(listed).toEqual(expect.arrayContaining(made));
      await fixture().settle();
    });
  });
}
