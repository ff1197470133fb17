import { log } from '../../../../platform/log.ts';
import type { SandboxWork, WorkOrder, WorkPlace } from '../../../sandboxes/waits/sandbox-work.ts';
import type { WaitPlace, WaitPlaces } from '../../../sandboxes/waits/wait-for-status.ts';
import { placeToWork } from '../../../sandboxes/waits/worker-places.ts';
import { type Run, runStartTask, type StartTaskDeps } from './run-start-task.ts';

export interface TurnDeps extends StartTaskDeps {
  readonly work: SandboxWork;
  readonly places: WaitPlaces;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

type Worker = Omit<Run, 'mayStart'>;

/** Tasks that a worker runs at a time. */
const PARALLEL = 10;

/** Pause between reads of new orders, in milliseconds. */
const LOOK = 1_000;

/** Reads after which the lease of the sandbox is renewed: a third of its length. */
const RENEWAL = 10;

/**
 * Runs a start task. If its sandbox already has a worker, leaves the task to it: one worker runs all starts of a
 * sandbox side by side, in the order of their requests, so that a slow agent holds one function. A start whose worker
 * dies, or whose owner has enough workers, is found by the sweep.
 */
export async function runInTurn(ownerId: string, startTaskId: string, worker: Worker, deps: TurnDeps): Promise<void> {
  const turn = new Turn(ownerId, worker, deps);
  try {
    await turn.run(startTaskId);
  } finally {
    await turn.end();
  }
}

/** The work of one worker in one sandbox. */
class Turn {
  readonly #ownerId: string;
  readonly #worker: Worker;
  readonly #deps: TurnDeps;
  readonly #running = new Map<string, Promise<void>>();
  /** The orders that were taken, by task. They stay in the row until the end. */
  readonly #taken = new Map<string | null, WorkOrder>();
  #held: { readonly own: WaitPlace; readonly serving: Promise<void> } | undefined;

  constructor(ownerId: string, worker: Worker, deps: TurnDeps) {
    this.#ownerId = ownerId;
    this.#worker = worker;
    this.#deps = deps;
  }

  /** Runs a task, and remembers it until it ends. */
  run(id: string): Promise<void> {
    const mayStart = (sandboxId: string) => this.#enter({ ownerId: this.#ownerId, sandboxId }, id);
    const run = runStartTask(this.#ownerId, id, { ...this.#worker, mayStart }, this.#deps).finally(() =>
      this.#running.delete(id),
    );
    this.#running.set(id, run);
    return run;
  }

  /** Waits for the other tasks of the sandbox, and releases it. */
  async end(): Promise<void> {
    if (!this.#held) return;
    try {
      await this.#held.serving;
    } finally {
      await this.#deps.places.release(this.#held.own);
    }
  }

  async #enter(place: WorkPlace, id: string): Promise<boolean> {
    if (this.#held) return true;
    const { work, now, places, wait } = this.#deps;
    const orders = await work.enter(place, id, this.#worker.worker);
    if (!orders) return false;
    const until = new Date(now().getTime() + this.#worker.timeLeft());
    const own = await placeToWork('start', this.#ownerId, until, { places, pause: wait });
    if (!own) {
      await work.finish(place, this.#worker.worker, new Map(orders.map((order) => [order, 'done'])));
      return false;
    }
    const serving = this.#serve(place, orders);
    // `end` reports the failure.
    serving.catch(() => undefined);
    this.#held = { own, serving };
    return true;
  }

  /** Runs the other tasks of the sandbox, as they are ordered, until none is left. */
  async #serve(place: WorkPlace, first: readonly WorkOrder[]): Promise<void> {
    const { work, wait } = this.#deps;
    const { worker } = this.#worker;
    this.#take(first);
    for (let looks = 1; ; looks += 1) {
      await Promise.race([wait(LOOK), Promise.allSettled(this.#running.values())]);
      if (this.#running.size === 0) {
        const done = new Map([...this.#taken.values()].map((order) => [order, 'done' as const]));
        if (!(await work.finish(place, worker, done))) return;
        this.#take((await work.begin(place, worker)) ?? []);
      } else if (looks % RENEWAL === 0) this.#take((await work.begin(place, worker)) ?? []);
      else this.#take(await work.orders(place));
    }
  }

  /** Runs the ordered tasks that do not run yet. */
  #take(orders: readonly WorkOrder[]): void {
    for (const order of orders) {
      const { id, requested } = order;
      if (this.#running.size >= PARALLEL || this.#taken.get(id)?.requested === requested) continue;
      const isRunning = id !== null && this.#running.has(id);
      // A task that was ordered again during its run is looked at once more.
      if (isRunning && this.#taken.has(id)) continue;
      this.#taken.set(id, order);
      if (id === null || isRunning) continue;
      // The stream or the sweep wakes a task that failed.
      this.run(id).catch((error: unknown) => log.warn('start task failed', { start_task_id: id, error }));
    }
  }
}
