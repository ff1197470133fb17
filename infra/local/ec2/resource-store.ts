import * as z from 'zod';
import { WholeFile } from '../whole-file.ts';
import { SnapshotRecord, type Tag, VolumeRecord } from './records.ts';

const State = z.object({
  format: z.literal(1),
  volumes: z.array(VolumeRecord),
  snapshots: z.array(SnapshotRecord),
  adoptable: z.array(z.string()),
});

/** Every volume and snapshot of this machine, in memory and in one file. */
export class ResourceStore {
  /** Workspaces from before there were volumes: each becomes the content of the first empty volume that is mounted in its place. */
  readonly adoptable = new Set<string>();
  readonly #file: WholeFile;
  readonly #volumes = new Map<string, VolumeRecord>();
  readonly #snapshots = new Map<string, SnapshotRecord>();

  constructor(path: string) {
    this.#file = new WholeFile(path, () =>
      JSON.stringify({ format: 1, volumes: this.volumes, snapshots: this.snapshots, adoptable: [...this.adoptable] }),
    );
  }

  /**
   * Resolves to whether there was a record.
   *
   * @throws Error naming the file when it cannot be read as a state of this service.
   */
  async load(): Promise<boolean> {
    const text = await this.#file.read();
    if (text === undefined) return false;
    try {
      const state = State.parse(JSON.parse(text));
      for (const volume of state.volumes) this.#volumes.set(volume.id, volume);
      for (const snapshot of state.snapshots) this.#snapshots.set(snapshot.id, snapshot);
      for (const workspace of state.adoptable) this.adoptable.add(workspace);
      return true;
    } catch (cause) {
      throw new Error(`The record of volumes and snapshots, ${this.#file.path}, can not be read.`, { cause });
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

  /** Not one that is being deleted: EC2 does not show it any more. */
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

  /** Resolves when nothing waits to be written. */
  settled(): Promise<void> {
    return this.#file.settled();
  }
}
