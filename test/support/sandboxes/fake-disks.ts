import type { DiskOwner, Disks, SaveOutcome, Snapshot, Volume } from '../../../shared/domain/sandboxes/record/disks.ts';
import type { SettableClock } from '../platform/settable-clock.ts';

const unnoted = { orphanSince: null, isKept: false };

/** A failure of CreateSnapshot. `lost-answer` creates the snapshot without a response. */
export type SaveFault = 'throttled' | 'lost-answer' | 'unavailable' | 'denied' | 'snapshot-fails';

export interface SnapshotEvent {
  readonly snapshotId: string;
  readonly volumeId: string;
  readonly result: 'succeeded' | 'failed';
  readonly owner: DiskOwner | undefined;
}

/** Whose a snapshot is, by its tags. */
interface Names {
  readonly owner?: DiskOwner | undefined;
  readonly takenFor?: string;
}

interface StoredVolume {
  volume: Volume;
  content: readonly string[];
  /** The number of entries from its snapshot. */
  readonly begunWith: number;
  readonly madeAt: number;
}

interface StoredSnapshot {
  snapshot: Snapshot;
  readonly content: readonly string[];
  readonly madeAt: number;
  readonly willFail: boolean;
}

/** Volumes and snapshots with contents, so that tests can check whether a workspace survived. */
export class FakeDisks implements Disks {
  readonly #clock: SettableClock;
  readonly #volumes = new Map<string, StoredVolume>();
  readonly #snapshots = new Map<string, StoredSnapshot>();
  readonly #lostContent = new Map<string, number>();
  readonly #everSaved: (readonly string[])[] = [];
  readonly #saveFaults: SaveFault[] = [];
  readonly #deleteFaults: ('busy' | 'unavailable')[] = [];
  #made = 0;
  snapshotSeconds = 10;
  /** The seconds for which lists omit new disks. */
  blindSeconds = 0;
  alwaysFails: SaveFault | null = null;
  /** Unreported snapshot events, oldest first. */
  readonly events: SnapshotEvent[] = [];
  /** Volumes that were deleted before a complete snapshot had their contents. */
  readonly deletedUnsaved: Volume[] = [];
  readonly calls = { save: 0, deleteVolume: 0, deleteSnapshot: 0 };

  constructor(clock: SettableClock) {
    this.#clock = clock;
  }

  failNextSave(fault: SaveFault): void {
    this.#saveFaults.push(fault);
  }

  failNextDelete(fault: 'busy' | 'unavailable'): void {
    this.#deleteFaults.push(fault);
  }

  clearFaults(): void {
    this.#saveFaults.length = 0;
    this.#deleteFaults.length = 0;
    this.alwaysFails = null;
    this.blindSeconds = 0;
  }

  async volumesOf(owner: DiskOwner): Promise<readonly Volume[]> {
    return this.#seen(this.#volumes)
      .map(({ volume }) => volume)
      .filter((volume) => isSame(volume.owner, owner));
  }

  async snapshot(snapshotId: string): Promise<Snapshot | 'absent'> {
    return this.#snapshots.get(snapshotId)?.snapshot ?? 'absent';
  }

  async save(volumeId: string, owner: DiskOwner): Promise<SaveOutcome> {
    const earlier = this.#seen(this.#snapshots).find(
      ({ snapshot }) => snapshot.volumeId === volumeId && snapshot.state !== 'error' && isSame(snapshot.owner, owner),
    );
    return this.#copy(volumeId, { owner }, earlier?.snapshot);
  }

  #copy(volumeId: string, names: Names, earlier: Snapshot | undefined): SaveOutcome {
    this.calls.save += 1;
    const fault = this.alwaysFails ?? this.#saveFaults.shift();
    if (fault === 'unavailable') return { kind: 'unclear', error: new Error('the connection was reset') };
    if (fault === 'throttled')
      return { kind: 'refused', code: 'throttled', message: 'Request limit exceeded', retryable: true };
    if (fault === 'denied')
      return { kind: 'refused', code: 'access_denied', message: 'not authorized', retryable: false };
    if (earlier) return { kind: 'accepted', snapshot: earlier };
    const stored = this.#volumes.get(volumeId);
    if (!stored)
      return { kind: 'refused', code: 'volume_lost', message: `volume ${volumeId} is gone`, retryable: false };
    const snapshot = this.#take(stored, names, fault === 'snapshot-fails');
    if (fault === 'lost-answer') return { kind: 'unclear', error: new Error('the connection was reset') };
    return { kind: 'accepted', snapshot };
  }

  async takenFor(name: string): Promise<readonly Snapshot[]> {
    return this.#seen(this.#snapshots).flatMap(({ snapshot }) => (snapshot.takenFor === name ? [snapshot] : []));
  }

  async take(volumeId: string, name: string): Promise<SaveOutcome> {
    const earlier = (await this.takenFor(name)).find((one) => one.volumeId === volumeId && one.state !== 'error');
    return this.#copy(volumeId, { takenFor: name }, earlier);
  }

  async deleteVolume(volumeId: string): Promise<'deleted' | 'absent' | 'busy'> {
    this.calls.deleteVolume += 1;
    const stored = this.#volumes.get(volumeId);
    const fault = this.#deleteFaults.shift();
    if (fault === 'unavailable') throw new Error('the connection was reset');
    if (!stored) return 'absent';
    if (stored.volume.state === 'in-use' || fault === 'busy') return 'busy';
    if (!this.#isSaved(stored)) {
      this.deletedUnsaved.push(stored.volume);
      this.#lostContent.set(volumeId, stored.content.length - stored.begunWith);
    }
    this.#volumes.delete(volumeId);
    return 'deleted';
  }

  async deleteSnapshot(snapshotId: string): Promise<'deleted' | 'absent' | 'busy'> {
    this.calls.deleteSnapshot += 1;
    const fault = this.#deleteFaults.shift();
    if (fault === 'unavailable') throw new Error('the connection was reset');
    if (fault === 'busy' && this.#snapshots.has(snapshotId)) return 'busy';
    return this.#snapshots.delete(snapshotId) ? 'deleted' : 'absent';
  }

  async nameSnapshot(snapshotId: string, takenFor: string): Promise<void> {
    const stored = this.#snapshots.get(snapshotId);
    if (!stored) throw new Error(`snapshot ${snapshotId} does not exist`);
    stored.snapshot = { ...stored.snapshot, takenFor };
  }

  async noteOrphans(ids: readonly string[], since: Date | null): Promise<void> {
    const orphanSince = since?.toISOString() ?? null;
    for (const id of ids) {
      const [volume, snapshot] = [this.#volumes.get(id), this.#snapshots.get(id)];
      if (volume) volume.volume = { ...volume.volume, orphanSince };
      if (snapshot) snapshot.snapshot = { ...snapshot.snapshot, orphanSince };
    }
  }

  /** Tags a disk so that the sweep keeps it. */
  keep(id: string): void {
    const [volume, snapshot] = [this.#volumes.get(id), this.#snapshots.get(id)];
    if (volume) volume.volume = { ...volume.volume, isKept: true };
    if (snapshot) snapshot.snapshot = { ...snapshot.snapshot, isKept: true };
  }

  async *volumes(): AsyncIterable<readonly Volume[]> {
    yield* inPages(this.#seen(this.#volumes).map(({ volume }) => volume));
  }

  async *snapshots(): AsyncIterable<readonly Snapshot[]> {
    yield* inPages(this.#seen(this.#snapshots).map(({ snapshot }) => snapshot));
  }

  tick(): void {
    for (const stored of this.#snapshots.values()) {
      if (stored.snapshot.state === 'pending' && stored.madeAt + this.snapshotSeconds <= this.#seconds())
        this.#end(stored);
    }
  }

  /** A new volume for a task, empty or from a snapshot. `undefined` if the snapshot does not exist. */
  attach(owner: DiskOwner | undefined, snapshotId: string | null): Volume | undefined {
    const from = snapshotId === null ? undefined : this.#snapshots.get(snapshotId);
    if (snapshotId !== null && from?.snapshot.state !== 'completed') return undefined;
    return this.#make(owner, 'in-use', from?.content ?? []);
  }

  detach(volumeId: string): void {
    const stored = this.#volumes.get(volumeId);
    if (stored) stored.volume = { ...stored.volume, state: 'available' };
  }

  plantVolume(owner: DiskOwner | undefined): Volume {
    return this.#make(owner, 'available', []);
  }

  plantSnapshot(owner: DiskOwner | undefined, volumeId = 'vol-gone'): Snapshot {
    const snapshot = this.#describe(volumeId, { owner }, 'completed');
    this.#snapshots.set(snapshot.id, { snapshot, content: [], madeAt: this.#seconds(), willFail: false });
    return snapshot;
  }

  /** Deletes a disk outside the service. @returns a function that restores a snapshot */
  vanish(id: string): StoredSnapshot | undefined {
    const snapshot = this.#snapshots.get(id);
    this.#volumes.delete(id);
    this.#snapshots.delete(id);
    return snapshot;
  }

  restore(snapshot: StoredSnapshot | undefined): void {
    if (snapshot) this.#snapshots.set(snapshot.snapshot.id, snapshot);
  }

  write(volumeId: string, text: string): void {
    const stored = this.#volumes.get(volumeId);
    if (stored) stored.content = [...stored.content, text];
  }

  contentOf(id: string): readonly string[] | undefined {
    return (this.#volumes.get(id) ?? this.#snapshots.get(id))?.content;
  }

  /** The number of entries of a volume that was deleted before it was saved. */
  contentAtDeletion(id: string): number {
    return this.#lostContent.get(id) ?? 0;
  }

  all(): { readonly volumes: readonly Volume[]; readonly snapshots: readonly Snapshot[] } {
    return {
      volumes: [...this.#volumes.values()].map(({ volume }) => volume),
      snapshots: [...this.#snapshots.values()].map(({ snapshot }) => snapshot),
    };
  }

  #make(owner: DiskOwner | undefined, state: Volume['state'], content: readonly string[]): Volume {
    this.#made += 1;
    const createdAt = this.#clock.now().toISOString();
    const volume: Volume = { id: `vol-${this.#made}`, state, owner, createdAt, ...unnoted };
    this.#volumes.set(volume.id, { volume, content, begunWith: content.length, madeAt: this.#seconds() });
    return volume;
  }

  #take({ volume, content }: StoredVolume, names: Names, willFail: boolean): Snapshot {
    const snapshot = this.#describe(volume.id, names, 'pending');
    this.#snapshots.set(snapshot.id, { snapshot, content, madeAt: this.#seconds(), willFail });
    return snapshot;
  }

  #describe(volumeId: string, { owner, ...names }: Names, state: Snapshot['state']): Snapshot {
    this.#made += 1;
    const startedAt = this.#clock.now().toISOString();
    return { id: `snap-${this.#made}`, volumeId, state, message: null, owner, ...names, startedAt, ...unnoted };
  }

  #end(stored: StoredSnapshot): void {
    const { id, volumeId, owner } = stored.snapshot;
    stored.snapshot = stored.willFail
      ? { ...stored.snapshot, state: 'error', message: 'the data could not be read' }
      : { ...stored.snapshot, state: 'completed' };
    if (!stored.willFail) this.#everSaved.push(stored.content);
    const result = stored.willFail ? 'failed' : 'succeeded';
    this.events.push({ snapshotId: id, volumeId, result, owner });
  }

  /** Whether a complete snapshot had all of its contents, even if it was deleted later. */
  #isSaved({ content }: StoredVolume): boolean {
    const holds = (saved: readonly string[]) => content.every((text, index) => saved[index] === text);
    return content.length === 0 || this.#everSaved.some(holds);
  }

  #seen<T extends { readonly madeAt: number }>(stored: ReadonlyMap<string, T>): T[] {
    return [...stored.values()].filter(({ madeAt }) => madeAt + this.blindSeconds <= this.#seconds());
  }

  #seconds(): number {
    return this.#clock.now().getTime() / 1000;
  }
}

function isSame(a: DiskOwner | undefined, b: DiskOwner): boolean {
  return a?.startedBy === b.startedBy && a.mark === b.mark;
}

/** Small pages reveal code that reads only the first. */
function* inPages<T>(items: readonly T[]): Generator<readonly T[]> {
  const pageSize = 2;
  for (let start = 0; start < items.length; start += pageSize) yield items.slice(start, start + pageSize);
}
