import { CannotStartError } from '../ecs/run-recipe.ts';
import type { TaskVolumes, VolumeRequest } from '../ecs/task-volumes.ts';
import { newResourceId, type VolumeRecord } from './records.ts';
import type { Surroundings } from './resource-store.ts';
import { HaltedError } from './trees.ts';

interface Options {
  /** Resolves when nothing reads the folder of a volume. */
  readonly readersOf: (volumeId: string) => Promise<void>;
  /** Called when a volume has its content and no longer needs its snapshot. */
  readonly onFilled: () => void;
  /** Called when a volume is to be deleted. */
  readonly onDeleted: (volumeId: string) => void;
}

/** The volumes of tasks: mounted while the task lives, then kept or deleted. */
export class Volumes implements TaskVolumes {
  readonly #surroundings: Surroundings;
  readonly #options: Options;
  readonly #running = new Set<Promise<void>>();

  constructor(surroundings: Surroundings, options: Options) {
    this.#surroundings = surroundings;
    this.#options = options;
  }

  /** Marks the volumes whose content is missing, which must not pass for empty ones. */
  async recover(): Promise<void> {
    const { store, folders, log } = this.#surroundings;
    for (const volume of store.volumes) {
      const shouldBe = volume.state === 'available' || volume.state === 'in-use';
      if (!shouldBe || (await folders.find(volume)) !== undefined) continue;
      Object.assign(volume, { state: 'error', workspace: undefined });
      log(`The content of volume ${volume.id} is missing.`);
    }
  }

  async create(request: VolumeRequest): Promise<string> {
    const { store } = this.#surroundings;
    const earlier = store.volumeOfTask(request.taskId);
    if (earlier) return earlier.id;
    const volume = this.#volumeFor(request);
    store.addVolume(volume);
    try {
      await store.save();
    } catch (error) {
      store.remove(volume.id);
      throw error;
    }
    return volume.id;
  }

  attach(taskId: string, workspace: string): Promise<void> {
    return this.#tracked(this.#attach(taskId, workspace));
  }

  release(taskId: string): Promise<void> {
    return this.#tracked(this.#release(taskId));
  }

  /** Resolves when no volume is being attached or released. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async releaseAllExcept(taskIds: ReadonlySet<string>): Promise<void> {
    const left = this.#surroundings.store.volumes.flatMap(({ task }) => (task && !taskIds.has(task.id) ? task.id : []));
    await Promise.all(left.map((taskId) => this.release(taskId)));
  }

  #tracked(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }

  async #attach(taskId: string, workspace: string): Promise<void> {
    const { store, folders, clock } = this.#surroundings;
    const volume = store.volumeOfTask(taskId);
    if (!volume || volume.state === 'error')
      throw cannotCreate(`The content of ${volume?.id ?? 'the volume'} is missing.`);
    if (store.volumes.some((other) => other !== volume && other.workspace === workspace)) {
      throw cannotCreate(`Another volume is mounted at ${workspace}.`);
    }
    if (volume.state === 'creating') {
      await this.#fill(volume);
      Object.assign(volume, { state: 'in-use', workspace, attachedAt: clock().getTime() });
      await store.save();
      this.#options.onFilled();
    }
    await folders.mount(volume.id, workspace);
  }

  async #release(taskId: string): Promise<void> {
    const { store, folders } = this.#surroundings;
    const volume = store.volumeOfTask(taskId);
    if (!volume?.task) return;
    // A task that was stopped early also leaves a complete volume.
    if (volume.state === 'creating') await this.#fill(volume).catch(ignoreCannotStart);
    if (volume.workspace !== undefined) {
      await this.#options.readersOf(volume.id);
      await folders.unmount(volume.id, volume.workspace);
    }
    const kept = volume.state === 'error' ? 'error' : 'available';
    const state = volume.task.deleteOnTermination ? 'deleting' : kept;
    Object.assign(volume, { state, task: undefined, workspace: undefined, attachedAt: undefined });
    await store.save();
    if (state === 'deleting') this.#options.onDeleted(volume.id);
    else this.#options.onFilled();
  }

  #volumeFor({ taskId, taskArn, availabilityZone, configuration }: VolumeRequest): VolumeRecord {
    const { clock } = this.#surroundings;
    const { sizeGibibytes, snapshotId, tags, deleteOnTermination, ...kept } = configuration;
    const snapshotSize = snapshotId === undefined ? 0 : this.#sizeOf(snapshotId, configuration.filesystemType);
    const size = sizeGibibytes ?? snapshotSize;
    if (size < snapshotSize) {
      throw cannotCreate(`The volume size, ${size} GiB, is smaller than the snapshot, ${snapshotSize} GiB.`);
    }
    return {
      ...kept,
      id: newResourceId('vol'),
      state: 'creating',
      sizeGibibytes: size,
      availabilityZone,
      createdAt: clock().getTime(),
      tags: [...tags],
      snapshotId,
      task: { id: taskId, arn: taskArn, deleteOnTermination },
    };
  }

  /** The size of a snapshot in GiB. @throws CannotStartError when it cannot fill a volume with this file system */
  #sizeOf(snapshotId: string, filesystemType: string): number {
    const snapshot = this.#surroundings.store.snapshot(snapshotId);
    if (!snapshot) throw cannotCreate(`The snapshot '${snapshotId}' does not exist.`);
    if (snapshot.state !== 'completed') {
      throw cannotCreate(`The snapshot '${snapshotId}' is in an invalid state: ${snapshot.state}.`);
    }
    if (snapshot.filesystemType !== filesystemType) {
      throw cannotCreate(
        `The snapshot '${snapshotId}' has the file system ${snapshot.filesystemType}, not ${filesystemType}.`,
      );
    }
    return snapshot.volumeSizeGibibytes;
  }

  /** Gives a volume its content. When that fails, its state is `error`. */
  async #fill(volume: VolumeRecord): Promise<void> {
    const { store, folders, log } = this.#surroundings;
    if (await folders.has(folders.home(volume.id))) return;
    try {
      if (volume.snapshotId !== undefined) await this.#restore(volume.id, volume.snapshotId);
      else await folders.make(folders.home(volume.id));
    } catch (error) {
      if (error instanceof HaltedError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      log(`Volume ${volume.id} could not be created: ${reason}`);
      volume.state = 'error';
      await store.save();
      throw cannotCreate(reason);
    }
  }

  async #restore(volumeId: string, snapshotId: string): Promise<void> {
    const { folders, trees } = this.#surroundings;
    const home = folders.home(volumeId);
    await folders.makeParentOf(home);
    await trees.remove(folders.partial(home));
    await trees.copy(folders.snapshot(snapshotId), folders.partial(home));
    await folders.complete(home);
  }
}

function cannotCreate(reason: string): CannotStartError {
  return new CannotStartError(`CannotCreateVolumeError: ECS was unable to create the EBS volume. ${reason}`);
}

/** The state of the volume records the failure. */
function ignoreCannotStart(error: unknown): void {
  if (!(error instanceof CannotStartError)) throw error;
}
