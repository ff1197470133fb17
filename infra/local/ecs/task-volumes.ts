import { CannotStartError } from './run-recipe.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRecord, TaskVolume } from './task-record.ts';

export interface VolumeRequest {
  readonly taskId: string;
  readonly taskArn: string;
  readonly availabilityZone: string;
  readonly configuration: TaskVolume['configuration'];
}

/** The volumes that ECS manages for its tasks. Every operation can be repeated. */
export interface TaskVolumes {
  /** Creates or finds the volume of a task, and resolves to its id. @throws CannotStartError with the reason */
  create(request: VolumeRequest): Promise<string>;
  /** Fills a task's volume and mounts it at its workspace. @throws CannotStartError */
  attach(taskId: string, workspace: string): Promise<void>;
  /** Takes the volume from a task that has ended. Deletes it if RunTask said so. */
  release(taskId: string): Promise<void>;
  /** Releases the volumes of all other tasks. */
  releaseAllExcept(taskIds: ReadonlySet<string>): Promise<void>;
}

/** The managed volume of one task, if it has one, from its creation to its release. */
export class TaskDisk {
  readonly #task: TaskRecord;
  readonly #journal: TaskJournal;
  readonly #volumes: TaskVolumes;

  constructor(task: TaskRecord, journal: TaskJournal, volumes: TaskVolumes) {
    this.#task = task;
    this.#journal = journal;
    this.#volumes = volumes;
  }

  /** Creates the volume and mounts it at the task's workspace. Can be repeated. @throws CannotStartError */
  async provide(): Promise<void> {
    const task = this.#task;
    if (!task.volume) return;
    try {
      // An existing volume is not created again, because it would be empty.
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

  /** Takes the volume from the task that has ended. Can be repeated. */
  async release(): Promise<void> {
    const { id, volume } = this.#task;
    if (!volume) return;
    await this.#volumes.release(id);
    if (volume.id === undefined || volume.status === 'FAILED') return;
    Object.assign(volume, { status: volume.configuration.deleteOnTermination ? 'DELETED' : 'DETACHED' });
  }

  async #create(volume: TaskVolume): Promise<void> {
    const { id: taskId, arn: taskArn, availabilityZone } = this.#task;
    const { configuration } = volume;
    const id = await this.#volumes.create({ taskId, taskArn, availabilityZone, configuration });
    await this.#journal.change(this.#task, { volume: { ...volume, id, status: 'CREATED' } });
  }
}
