import { CannotStartError } from './run-recipe.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRecord } from './task-record.ts';

/** How the volume of a task is to be, as RunTask configures it. */
interface VolumeConfiguration {
  /** The size of the snapshot when it is not given. */
  readonly sizeGibibytes?: number | undefined;
  readonly snapshotId?: string | undefined;
  readonly filesystemType: string;
  readonly volumeType: string;
  readonly iops?: number | undefined;
  readonly throughput?: number | undefined;
  readonly encrypted: boolean;
  readonly deleteOnTermination: boolean;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

export interface VolumeRequest {
  readonly taskId: string;
  readonly taskArn: string;
  readonly availabilityZone: string;
  readonly configuration: VolumeConfiguration;
}

/** The volumes that ECS manages for its tasks. Everything is safe to repeat. */
export interface TaskVolumes {
  /** Makes or finds the volume of a task, and resolves to its id. @throws CannotStartError with the reason */
  create(request: VolumeRequest): Promise<string>;
  /** Mounts a task's volume at its workspace with its content. @throws CannotStartError */
  attach(taskId: string, workspace: string): Promise<void>;
  /** Takes the volume of a task that has ended from it: it stays, or goes if it was to go with the task. */
  release(taskId: string): Promise<void>;
  /** Releases the volumes of all tasks but these. */
  releaseAllExcept(taskIds: ReadonlySet<string>): Promise<void>;
}

/** The managed volume of one task, if it has one, from its making to its release. */
export class TaskDisk {
  readonly #task: TaskRecord;
  readonly #journal: TaskJournal;
  readonly #volumes: TaskVolumes;

  constructor(task: TaskRecord, journal: TaskJournal, volumes: TaskVolumes) {
    this.#task = task;
    this.#journal = journal;
    this.#volumes = volumes;
  }

  /** Makes the volume and mounts it at the task's workspace. Safe to repeat. @throws CannotStartError */
  async provide(): Promise<void> {
    const task = this.#task;
    if (!task.volume) return;
    try {
      // One that was made before is never made again: it would be empty.
      if (task.volume.id === undefined) await this.#create(task.volume);
      await this.#volumes.attach(task.id, task.workspace);
      Object.assign(task.volume, { status: 'ATTACHED' });
    } catch (error) {
      if (error instanceof CannotStartError) {
        Object.assign(task.volume, { status: 'FAILED', statusReason: error.message });
      }
      throw error;
    }
  }

  /** Takes the volume from the task that has ended. Safe to repeat. */
  async release(): Promise<void> {
    const { id, volume } = this.#task;
    if (!volume) return;
    await this.#volumes.release(id);
    if (volume.id === undefined || volume.status === 'FAILED') return;
    Object.assign(volume, { status: volume.configuration.deleteOnTermination ? 'DELETED' : 'DETACHED' });
  }

  async #create(volume: NonNullable<TaskRecord['volume']>): Promise<void> {
    const { id: taskId, arn: taskArn, availabilityZone } = this.#task;
    const { configuration } = volume;
    const id = await this.#volumes.create({ taskId, taskArn, availabilityZone, configuration });
    await this.#journal.change(this.#task, { volume: { ...volume, id, status: 'CREATED' } });
  }
}
