import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';
import { attachmentsView, containerView, sharedView, times } from './task-view.ts';

export type TaskStateListener = (detail: Record<string, unknown>) => void;

/** The only way to change a task: gives it a higher version, saves it, then announces it. */
export class TaskJournal {
  readonly #store: TaskStore;
  readonly #clock: () => Date;
  readonly #log: (message: string) => void;
  readonly #listeners: TaskStateListener[] = [];

  constructor(store: TaskStore, clock: () => Date, log: (message: string) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  get now(): number {
    return this.#clock().getTime();
  }

  onChange(listener: TaskStateListener): void {
    this.#listeners.push(listener);
  }

  /** Resolves when the change is durable. Changes of one task are announced in order. */
  async change(task: TaskRecord, change: Partial<TaskRecord>): Promise<void> {
    Object.assign(task, change, { version: task.version + 1, updatedAt: this.now });
    await this.record(task);
  }

  /** Makes a task's current state durable, then announces it. */
  async record(task: TaskRecord): Promise<void> {
    const detail = taskEvent(task);
    const { version } = task;
    await this.#store.save();
    this.#announce(task, version, detail);
  }

  /** Announces the changes that a crash kept back. An event may arrive twice, as with EventBridge. */
  announceMissed(): void {
    for (const task of this.#store.all) {
      if (task.announcedVersion < task.version) this.#announce(task, task.version, taskEvent(task));
    }
  }

  #announce(task: TaskRecord, version: number, detail: Record<string, unknown>): void {
    for (const listener of this.#listeners) {
      try {
        listener(detail);
      } catch (error) {
        this.#log(`A listener of task events failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    task.announcedVersion = Math.max(task.announcedVersion, version);
  }
}

/** The `detail` of an "ECS Task State Change": the API's task, with ISO 8601 times and an `eni` attachment. */
function taskEvent(task: TaskRecord): Record<string, unknown> {
  const detail = {
    ...sharedView(task),
    attachments: attachmentsView(task, 'eni'),
    attributes: [],
    containers: [containerView(task)],
    ...times(task, (milliseconds) => new Date(milliseconds).toISOString()),
    updatedAt: new Date(task.updatedAt).toISOString(),
  };
  // An event is JSON: missing fields are left out, and listeners share nothing with the record.
  return JSON.parse(JSON.stringify(detail));
}
