import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultOf, Faults } from '../aws/faults.ts';
import { newResourceId, type SnapshotRecord, type Tag, type VolumeRecord } from './records.ts';
import type { Surroundings } from './resource-store.ts';

export type SnapshotListener = (event: SnapshotEvent) => void;

/** How a snapshot is made. */
interface Course {
  readonly fault?: FaultOf<'slow' | 'fail'> | undefined;
  /** An earlier run of this service began it. */
  readonly resumed?: boolean;
}

/** Pause before a failed write is retried. */
const retryMilliseconds = 500;

interface Options {
  readonly faults: Faults | undefined;
  /** Called when a volume is no longer read, or a snapshot no longer made. */
  readonly onIdle: () => void;
}

/** Makes snapshots. Each is a copy of a volume's folder, and `completed` only when the copy is complete. */
export class Snapshots {
  readonly #surroundings: Surroundings;
  readonly #options: Options;
  readonly #listeners: SnapshotListener[] = [];
  readonly #making = new Map<string, { readonly work: Promise<void>; readonly abandoned: AbortController }>();
  /** The running copies, by snapshot. */
  readonly #copies = new Map<string, { readonly volumeId: string; readonly done: Promise<void> }>();

  constructor(surroundings: Surroundings, options: Options) {
    this.#surroundings = surroundings;
    this.#options = options;
  }

  onEnd(listener: SnapshotListener): void {
    this.#listeners.push(listener);
  }

  /** Begins a snapshot and resolves when it is durable. */
  async begin(volume: VolumeRecord, description: string, tags: readonly Tag[]): Promise<SnapshotRecord> {
    const { store, clock } = this.#surroundings;
    const snapshot: SnapshotRecord = {
      id: newResourceId('snap'),
      volumeId: volume.id,
      ...(volume.snapshotId !== undefined && { baseId: volume.snapshotId }),
      volumeSizeGibibytes: volume.sizeGibibytes,
      filesystemType: volume.filesystemType,
      encrypted: volume.encrypted,
      state: 'pending',
      description,
      startedAt: clock().getTime(),
      tags: [...tags],
      ofLiveVolume: volume.state === 'in-use',
      announced: false,
    };
    store.addSnapshot(snapshot);
    try {
      await store.save();
    } catch (error) {
      store.remove(snapshot.id);
      throw error;
    }
    this.#make(snapshot, { fault: this.#options.faults?.take('ec2', 'CreateSnapshot', ['slow', 'fail']) });
    return snapshot;
  }

  /** Resumes what an earlier run left, and publishes the ends that it did not. */
  resume(): void {
    for (const snapshot of this.#surroundings.store.snapshots) {
      if (snapshot.state === 'pending') this.#make(snapshot, { resumed: true });
      else if (snapshot.state !== 'deleting' && !snapshot.announced) this.#announce(snapshot);
    }
  }

  readsVolume(volumeId: string): boolean {
    return [...this.#copies.values()].some((copy) => copy.volumeId === volumeId);
  }

  makes(snapshotId: string): boolean {
    return this.#making.has(snapshotId);
  }

  /** Gives up the copy for a snapshot that was deleted before it was complete. */
  abandon(snapshotId: string): void {
    this.#making.get(snapshotId)?.abandoned.abort();
  }

  /** Resolves when nothing reads the folder of a volume. */
  async readersOf(volumeId: string): Promise<void> {
    const copies = [...this.#copies.values()].filter((copy) => copy.volumeId === volumeId);
    await Promise.all(copies.map(({ done }) => done));
  }

  /** Resolves when nothing is being made. What was halted stays pending. */
  async settled(): Promise<void> {
    await Promise.all([...this.#making.values()].map(({ work }) => work));
  }

  #make(snapshot: SnapshotRecord, course: Course): void {
    const abandoned = new AbortController();
    const signal = AbortSignal.any([this.#surroundings.halted, abandoned.signal]);
    const work = this.#run(snapshot, course, signal).finally(() => {
      this.#making.delete(snapshot.id);
      this.#options.onIdle();
    });
    this.#making.set(snapshot.id, { work, abandoned });
  }

  async #run(snapshot: SnapshotRecord, { fault, resumed = false }: Course, signal: AbortSignal): Promise<void> {
    const { folders, trees, log } = this.#surroundings;
    try {
      if (fault?.kind === 'fail') throw new Error(fault.message ?? 'A fault makes the snapshot fail.');
      await this.#trackedCopy(snapshot, resumed);
      if (fault?.kind === 'slow') await this.#delayEnd(fault.milliseconds, signal);
      await this.#end(snapshot, { state: 'completed' });
    } catch (error) {
      if (signal.aborted) return;
      const stateMessage = error instanceof Error ? error.message : String(error);
      log(`Snapshot ${snapshot.id} of ${snapshot.volumeId} failed: ${stateMessage}`);
      await trees.remove(folders.partial(folders.snapshot(snapshot.id))).catch((cause: Error) => log(cause.message));
      await this.#end(snapshot, { state: 'error', stateMessage });
    }
  }

  /** Keeps a slow snapshot pending until the time is up or the faults are cleared. */
  async #delayEnd(milliseconds: number, signal: AbortSignal): Promise<void> {
    await Promise.race([delay(milliseconds, undefined, { signal }), this.#options.faults?.whenCleared()]);
  }

  async #trackedCopy(snapshot: SnapshotRecord, resumed: boolean): Promise<void> {
    const done = this.#copy(snapshot, resumed);
    // Deleting the volume waits for the copy to end, not to succeed.
    const ended = done.catch(() => undefined);
    this.#copies.set(snapshot.id, { volumeId: snapshot.volumeId, done: ended });
    try {
      await done;
    } finally {
      this.#copies.delete(snapshot.id);
      this.#options.onIdle();
    }
  }

  async #copy({ id, volumeId, ofLiveVolume }: SnapshotRecord, resumed: boolean): Promise<void> {
    const { store, folders, trees } = this.#surroundings;
    const target = folders.snapshot(id);
    // The copy was complete, but not recorded as such.
    if (await folders.has(target)) return;
    if (ofLiveVolume && resumed) {
      throw new Error('The local cloud was stopped while the snapshot of a volume in use was made.');
    }
    const volume = store.volume(volumeId);
    const source = volume && (await folders.find(volume));
    if (source === undefined) throw new Error(`The content of ${volumeId} is missing.`);
    await folders.makeParentOf(target);
    await trees.remove(folders.partial(target));
    await trees.copy(source, folders.partial(target), { live: ofLiveVolume });
    await folders.complete(target);
  }

  /**
   * Records the end of a snapshot, then publishes it. While the disk is full, the complete folder stands for the
   * record.
   */
  async #end(snapshot: SnapshotRecord, end: Pick<SnapshotRecord, 'state' | 'stateMessage'>): Promise<void> {
    const { store, clock, log, halted } = this.#surroundings;
    // The snapshot may have been deleted meanwhile.
    if (snapshot.state !== 'pending') return;
    Object.assign(snapshot, end, { endedAt: clock().getTime() });
    while (!halted.aborted) {
      try {
        await store.save();
        this.#announce(snapshot);
        return;
      } catch (error) {
        log(`The end of snapshot ${snapshot.id} was not recorded: ${String(error)}`);
      }
      // A halt ends the wait early.
      await delay(retryMilliseconds, undefined, { signal: halted }).catch(() => undefined);
    }
  }

  #announce(snapshot: SnapshotRecord): void {
    const event = snapshotEvent(snapshot, this.#surroundings.region);
    for (const listener of this.#listeners) listener(event);
    snapshot.announced = true;
  }
}

/** EventBridge's event for the end of a snapshot, without the envelope. */
interface SnapshotEvent {
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** EC2 puts the Region into the account field of these ARNs. */
function snapshotEvent(snapshot: SnapshotRecord, region: string): SnapshotEvent {
  const { id, volumeId, state, stateMessage, startedAt, endedAt } = snapshot;
  const arn = `arn:aws:ec2::${region}:snapshot/${id}`;
  return {
    resources: [arn],
    detail: {
      event: 'createSnapshot',
      result: state === 'completed' ? 'succeeded' : 'failed',
      cause: stateMessage ?? '',
      'request-id': randomUUID(),
      snapshot_id: arn,
      source: `arn:aws:ec2::${region}:volume/${volumeId}`,
      startTime: wholeSeconds(startedAt),
      endTime: wholeSeconds(endedAt ?? startedAt),
    },
  };
}

function wholeSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
