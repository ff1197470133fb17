import * as z from 'zod';
import { WholeFile } from '../state/state-file.ts';
import type { DiskFolders } from './disk-folders.ts';
import { SnapshotRecord, type Tag, VolumeRecord } from './records.ts';
import type { Trees } from './trees.ts';

const State = z.object({
  format: z.literal(1),
  volumes: z.array(VolumeRecord),
  snapshots: z.array(SnapshotRecord),
});

/** All volumes and snapshots of this machine, in memory and in one file. */
export class ResourceStore {
  readonly #file: WholeFile;
  readonly #volumes = new Map<string, VolumeRecord>();
  readonly #snapshots = new Map<string, SnapshotRecord>();

  constructor(path: string) {
    this.#file = new WholeFile(path, () =>
      JSON.stringify({ format: 1, volumes: this.volumes, snapshots: this.snapshots }),
    );
  }

  /** Loads the records of earlier runs. @throws Error naming a file that cannot be read */
  async load(): Promise<void> {
    const text = await this.#file.read();
    if (text === undefined) return;
    try {
      const state = State.parse(JSON.parse(text));
      for (const volume of state.volumes) this.#volumes.set(volume.id, volume);
      for (const snapshot of state.snapshots) this.#snapshots.set(snapshot.id, snapshot);
    } catch (cause) {
      throw new Error(`The record of volumes and snapshots, ${this.#file.path}, cannot be read.`, { cause });
    }
  }

  get volumes(): readonly VolumeRecord[] {
    return [...this.#volumes.values()];
  }

  get snapshots(): readonly SnapshotRecord[] {
    return [...this.#snapshots.values()];
  }

  volume(id: string): VolumeRecord | undefined {
    return this.#volumes.get(id);
  }

  /** Excludes a snapshot that is being deleted, which EC2 no longer shows. */
  snapshot(id: string): SnapshotRecord | undefined {
    const snapshot = this.#snapshots.get(id);
    return snapshot?.state === 'deleting' ? undefined : snapshot;
  }

  volumeOfTask(taskId: string): VolumeRecord | undefined {
    return this.volumes.find(({ task }) => task?.id === taskId);
  }

  tagsOf(id: string): readonly Tag[] | undefined {
    return (this.volume(id) ?? this.snapshot(id))?.tags;
  }

  addVolume(volume: VolumeRecord): void {
    this.#volumes.set(volume.id, volume);
  }

  addSnapshot(snapshot: SnapshotRecord): void {
    this.#snapshots.set(snapshot.id, snapshot);
  }

  remove(id: string): void {
    this.#volumes.delete(id);
    this.#snapshots.delete(id);
  }

  /** Resolves when everything changed before the call is on disk. */
  save(): Promise<void> {
    return this.#file.save();
  }

  /** Resolves when no write is pending. */
  settled(): Promise<void> {
    return this.#file.settled();
  }
}

/** What the parts of the local EC2 share. */
export interface Surroundings {
  readonly store: ResourceStore;
  readonly folders: DiskFolders;
  readonly trees: Trees;
  readonly log: (message: string) => void;
  readonly clock: () => Date;
  readonly region: string;
  readonly accountId: string;
  /** Aborted when this service ends. */
  readonly halted: AbortSignal;
}
