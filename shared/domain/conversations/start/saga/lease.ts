import type { Clock } from '../../../../platform/clock.ts';
import { VersionConflictError } from '../../../../platform/errors.ts';
import { leaseUntil } from '../../../../platform/lease.ts';
import { log } from '../../../../platform/log.ts';
import { advanced, type StartTask } from '../task/start-task.ts';
import type { EndedStarts, StartTaskStore } from '../task/start-task-store.ts';

/** Length of a lease in seconds. After its end, the next sweep starts another worker. */
const LEASE = 30;

/** Renewal interval in milliseconds. Two renewals can fail before the lease ends. */
const HEARTBEAT = 10_000;

export interface LeaseDeps {
  readonly startTasks: Pick<StartTaskStore, 'save'>;
  readonly endedStarts: EndedStarts;
  readonly now: Clock;
  /** Waits; can end early when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A worker's lease of a start task. @throws VersionConflictError from each write after another worker's */
export class StartTaskLease {
  #task: StartTask;
  #writes: Promise<void> = Promise.resolve();
  readonly #deps: LeaseDeps;

  private constructor(task: StartTask, deps: LeaseDeps) {
    this.#task = task;
    this.#deps = deps;
  }

  /** @throws VersionConflictError when another worker was first. */
  static async take(
    task: StartTask,
    worker: string,
    change: Partial<StartTask>,
    deps: LeaseDeps,
  ): Promise<StartTaskLease> {
    const leased = advanced(task, deps.now(), {
      ...change,
      lease_holder: worker,
      lease_until: leaseUntil(deps.now(), LEASE),
    });
    await deps.startTasks.save(task, leased);
    return new StartTaskLease(leased, deps);
  }

  /** The task as last written by this worker. */
  get task(): StartTask {
    return this.#task;
  }

  /**
   * Renews the lease until the work ends. The signal aborts the work when another worker has taken over the task, or
   * when `worthwhile`, which is checked at each renewal, returns false.
   */
  async hold<T>(work: (signal: AbortSignal) => Promise<T>, worthwhile: () => Promise<boolean>): Promise<T> {
    const [ended, pointless] = [new AbortController(), new AbortController()];
    const heart = this.#beat(ended.signal, pointless, worthwhile);
    try {
      return await work(pointless.signal);
    } finally {
      ended.abort();
      // A running renewal must not overtake the next write.
      await heart;
    }
  }

  /** Writes the progress and renews the lease. Several changes become several states in one write. */
  async record(...changes: readonly Partial<StartTask>[]): Promise<void> {
    await this.#save([...changes, { lease_until: leaseUntil(this.#deps.now(), LEASE) }]);
  }

  /** Writes the result and releases the lease. */
  async end(change: Partial<StartTask>): Promise<void> {
    await this.#save([{ ...change, lease_holder: null, lease_until: null }]);
  }

  /** Ends the task in READY. Warnings are written to its conversation too, and replace those that it has. */
  async succeed(change: Partial<StartTask>, earlier: readonly unknown[]): Promise<void> {
    const { warnings = this.#task.warnings ?? [] } = change;
    const isChanged = warnings.length > 0 || earlier.length > 0;
    await this.#save([{ ...change, status: 'READY' }], isChanged ? this.#writeEnd : undefined);
  }

  /** Ends the task in ERROR. @param detail the reason, for the user */
  async fail(detail: string): Promise<void> {
    await this.#save([{ status: 'ERROR', detail }], this.#writeEnd);
  }

  readonly #writeEnd = (previous: StartTask, next: StartTask) => this.#deps.endedStarts.write(previous, next);

  async #beat(ended: AbortSignal, pointless: AbortController, worthwhile: () => Promise<boolean>): Promise<void> {
    const end = new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve(), { once: true }));
    for (;;) {
      await Promise.race([this.#deps.pause(HEARTBEAT, ended), end]);
      if (ended.aborted) return;
      try {
        await this.record();
        if (await worthwhile()) continue;
      } catch (error) {
        if (!(error instanceof VersionConflictError)) {
          const { owner_id, start_task_id } = this.#task;
          log.warn('start task lease was not renewed', { owner_id, start_task_id, error });
          continue;
        }
      }
      return pointless.abort();
    }
  }

  /** Serializes the writes of renewals and steps, so that they do not conflict with each other. */
  #save(
    changes: readonly Partial<StartTask>[],
    write = (previous: StartTask, next: StartTask) => this.#deps.startTasks.save(previous, next),
  ): Promise<void> {
    const written = this.#writes.then(async () => {
      const now = this.#deps.now();
      const passed = changes.reduce<StartTask>((task, change) => advanced(task, now, change), this.#task);
      // One write raises the version once, however many states it passes.
      const next = { ...passed, version: this.#task.version + 1 };
      await write(this.#task, next);
      this.#task = next;
    });
    // The caller receives the failure; the next write does not depend on it.
    this.#writes = written.catch(() => undefined);
    return written;
  }
}
