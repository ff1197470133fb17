import { CannotStartError } from './run-recipe.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskVolumes } from './task-volumes.ts';

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
