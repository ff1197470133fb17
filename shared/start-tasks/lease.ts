import type { Clock } from '../clock.ts';
import { timestamp } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import { log } from '../log.ts';
import { advanced, type StartTask } from './start-task.ts';
import type { StartTaskStore } from './start-task-store.ts';

/** For how long a worker owns a task without a sign of life, in seconds. Whoever dies is replaced by the next sweep after that. */
const LEASE = 30;

/** How often a worker that still works gives a sign of life, in milliseconds: two may be lost. */
const HEARTBEAT = 10_000;

export interface LeaseDeps {
  readonly startTasks: Pick<StartTaskStore, 'save'>;
  readonly now: Clock;
  /** Waits; it may end early when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** One worker's hold on a start task. What it writes fails with a VersionConflictError as soon as somebody else wrote. */
export class StartTaskLease {
  #task: StartTask;
  #writes: Promise<void> = Promise.resolve();
  readonly #deps: LeaseDeps;

  private constructor(task: StartTask, deps: LeaseDeps) {
    this.#task = task;
    this.#deps = deps;
  }

  /** @throws VersionConflictError when somebody else was first. */
  static async take(
    task: StartTask,
    worker: string,
    change: Partial<StartTask>,
    deps: LeaseDeps,
  ): Promise<StartTaskLease> {
    const leased = advanced(task, deps.now(), { ...change, lease_by: worker, lease_until: leaseEnd(deps) });
    await deps.startTasks.save(task, leased);
    return new StartTaskLease(leased, deps);
  }

  /** The task as this worker wrote it last. */
  get task(): StartTask {
    return this.#task;
  }

  /**
   * Renews the lease for as long as the work takes. The work is told to end by its signal when somebody else took the task over, or when it is not `worthwhile`
   * any more, which is asked with each renewal.
   */
  async hold<T>(work: (signal: AbortSignal) => Promise<T>, worthwhile: () => Promise<boolean>): Promise<T> {
    const [ended, pointless] = [new AbortController(), new AbortController()];
    const heart = this.#beat(ended.signal, pointless, worthwhile);
    try {
      return await work(pointless.signal);
    } finally {
      ended.abort();
      // A renewal that is under way must not overtake what is written next.
      await heart;
    }
  }

  /** Writes how far it came, and keeps the task. */
  async record(change: Partial<StartTask>): Promise<void> {
    await this.#save({ ...change, lease_until: leaseEnd(this.#deps) });
  }

  /** Writes how it went, and gives the task back. */
  async end(change: Partial<StartTask>): Promise<void> {
    await this.#save({ ...change, lease_by: null, lease_until: null });
  }

  async #beat(ended: AbortSignal, pointless: AbortController, worthwhile: () => Promise<boolean>): Promise<void> {
    const end = new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve(), { once: true }));
    for (;;) {
      await Promise.race([this.#deps.pause(HEARTBEAT, ended), end]);
      if (ended.aborted) return;
      try {
        await this.record({});
        if (await worthwhile()) continue;
      } catch (error) {
        if (!(error instanceof VersionConflictError)) {
          const { owner_id, start_task_id } = this.#task;
          log.warn('the lease of a start task was not renewed', { owner_id, start_task_id, error });
          continue;
        }
      }
      return pointless.abort();
    }
  }

  /** A renewal and a step may write at the same moment: one after the other, so that none takes its own worker for somebody else. */
  #save(change: Partial<StartTask>): Promise<void> {
    const write = this.#writes.then(async () => {
      const next = advanced(this.#task, this.#deps.now(), change);
      await this.#deps.startTasks.save(this.#task, next);
      this.#task = next;
    });
    // The one who wrote hears of its failure; the next write is a matter of its own.
    this.#writes = write.catch(() => undefined);
    return write;
  }
}

function leaseEnd({ now }: Pick<LeaseDeps, 'now'>): string {
  return timestamp(new Date(now().getTime() + LEASE * 1000));
}
