import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newResourceId, type SnapshotRecord, type Tag, type VolumeRecord } from './records.ts';
import type { Surroundings } from './resource-store.ts';

export type SnapshotListener = (event: SnapshotEvent) => void;

/** Misbehaviour on demand, as far as snapshots act it out: to stay pending for a while, or to fail. */
export interface SnapshotFaults {
  take(
    service: 'ec2',
    action: 'CreateSnapshot',
    kinds: readonly ('slow' | 'fail')[],
  ):
    | { readonly kind: 'slow'; readonly milliseconds: number }
    | { readonly kind: 'fail'; readonly message?: string | undefined }
    | undefined;
  whenCleared(): Promise<void>;
}

/** How the making of a snapshot goes. */
interface Course {
  readonly fault?: ReturnType<SnapshotFaults['take']>;
  /** An earlier run of this service began it. */
  readonly resumed?: boolean;
}

/** How long to wait before writing again what could not be written. */
const retryMilliseconds = 500;

interface Options {
  readonly faults: SnapshotFaults | undefined;
  /** A volume is no longer read, or a snapshot no longer made. */
  readonly onIdle: () => void;
}

/** Makes snapshots: each is a copy of a volume's folder, and complete only when all of it is there. */
export class Snapshots {
  readonly #surroundings: Surroundings;
  readonly #options: Options;
  readonly #listeners: SnapshotListener[] = [];
  readonly #making = new Map<string, { readonly work: Promise<void>; readonly abandoned: AbortController }>();
  /** The copies under way, by snapshot. */
  readonly #copies = new Map<string, { readonly volumeId: string; readonly done: Promise<void> }>();

  constructor(surroundings: Surroundings, options: Options) {
    this.#surroundings = surroundings;
    this.#options = options;
  }

  onEnd(listener: SnapshotListener): void {
    this.#listeners.push(listener);
  }

  /** Begins a snapshot and resolves when it is certain to go on. */
  async begin(volume: VolumeRecord, description: string, tags: readonly Tag[]): Promise<SnapshotRecord> {
    const { store, clock } = this.#surroundings;
    const snapshot: SnapshotRecord = {
      id: newResourceId('snap'),
      volumeId: volume.id,
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

  /** Goes on with what an earlier run of this service left, and publishes the ends that it did not. */
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

  /** A snapshot was deleted before it was complete: its copy is given up. */
  abandon(snapshotId: string): void {
    this.#making.get(snapshotId)?.abandoned.abort();
  }

  /** Resolves when the folder of a volume is read no more. */
  async readersOf(volumeId: string): Promise<void> {
    const copies = [...this.#copies.values()].filter((copy) => copy.volumeId === volumeId);
    await Promise.all(copies.map(({ done }) => done));
  }

  /** Resolves when nothing is being made; what is halted stays pending. */
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
      await this.#copied(snapshot, resumed);
      if (fault?.kind === 'slow') await this.#linger(fault.milliseconds, signal);
      await this.#end(snapshot, { state: 'completed' });
    } catch (error) {
      if (signal.aborted) return;
      const stateMessage = error instanceof Error ? error.message : String(error);
      log(`Snapshot ${snapshot.id} of ${snapshot.volumeId} failed: ${stateMessage}`);
      await trees.remove(folders.partial(folders.snapshot(snapshot.id))).catch((cause: Error) => log(cause.message));
      await this.#end(snapshot, { state: 'error', stateMessage });
    }
  }

  /** After a fault that makes it slow: until the time is up or the faults are cleared. */
  async #linger(milliseconds: number, signal: AbortSignal): Promise<void> {
    await Promise.race([delay(milliseconds, undefined, { signal }), this.#options.faults?.whenCleared()]);
  }

  async #copied(snapshot: SnapshotRecord, resumed: boolean): Promise<void> {
    const done = this.#copy(snapshot, resumed);
    // A deletion of the volume waits for the end of the copy, not for its success.
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
    // It was complete, only not yet recorded as that.
    if (await folders.has(target)) return;
    if (ofLiveVolume && resumed) {
      throw new Error('The local cloud was stopped while the snapshot of a volume in use was made.');
    }
    const volume = store.volume(volumeId);
    const source = volume && (await folders.find(volume));
    if (source === undefined) throw new Error(`The content of ${volumeId} is not there.`);
    await folders.makeParentOf(target);
    await trees.remove(folders.partial(target));
    await trees.copy(source, folders.partial(target), { live: ofLiveVolume });
    await folders.complete(target);
  }

  /** Records a snapshot's end, then publishes it. On a full disk, the complete folder says the same. */
  async #end(snapshot: SnapshotRecord, end: Pick<SnapshotRecord, 'state' | 'stateMessage'>): Promise<void> {
    const { store, clock, log, halted } = this.#surroundings;
    // It may have been deleted in the meantime.
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
      // Being halted is an end of the wait like any other.
      await delay(retryMilliseconds, undefined, { signal: halted }).catch(() => undefined);
    }
  }

  #announce(snapshot: SnapshotRecord): void {
    const event = snapshotEvent(snapshot, this.#surroundings.region);
    for (const listener of this.#listeners) listener(event);
    snapshot.announced = true;
  }
}

/** What EventBridge tells of the end of a snapshot, without the envelope. */
interface SnapshotEvent {
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The ARNs in it have their region where others have the account: that is how EC2 writes them in these events. */
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
