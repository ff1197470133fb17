import { Worker } from 'node:worker_threads';
import type { TreeOutcome, TreeTask } from './tree-worker.ts';

/** A large tree must not hold up small ones. More workers would only compete for the disk. */
const WORKERS = 3;

interface Job {
  readonly task: TreeTask;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The work was given up because this service ends. The next start repeats it. */
export class HaltedError extends Error {
  override readonly name = 'HaltedError';

  constructor() {
    super('The local cloud ends.');
  }
}

/**
 * Copies and deletes folders in worker threads, so that this thread and the pool of file access stay free for requests.
 */
export class Trees {
  readonly #waiting: Job[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  #closed = false;

  /** @throws Error of the file system; HaltedError after `close` */
  copy(source: string, target: string, { live = false } = {}): Promise<void> {
    return this.#add({ kind: 'copy', source, target, live });
  }

  /** @throws Error of the file system; HaltedError after `close` */
  remove(path: string): Promise<void> {
    return this.#add({ kind: 'remove', path });
  }

  /** Terminates all work at once. */
  async close(): Promise<void> {
    this.#closed = true;
    const jobs = [...this.#waiting.splice(0), ...this.#busy.values()];
    for (const { reject } of jobs) reject(new HaltedError());
    const workers = [...this.#idle.splice(0), ...this.#busy.keys()];
    this.#busy.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #add(task: TreeTask): Promise<void> {
    if (this.#closed) return Promise.reject(new HaltedError());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#closed || this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#busy.size < WORKERS ? this.#start() : undefined);
    const job = worker && this.#waiting.shift();
    if (!worker || !job) return;
    this.#busy.set(worker, job);
    worker.postMessage(job.task);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./tree-worker.ts', import.meta.url), { execArgv: [] });
    // The callers of running work keep the process alive; an idle thread must not.
    worker.unref();
    worker.on('message', ({ error }: TreeOutcome) => {
      const job = this.#busy.get(worker);
      this.#busy.delete(worker);
      this.#idle.push(worker);
      if (error === undefined) job?.resolve();
      else job?.reject(new Error(error));
      this.#next();
    });
    // A thread that failed has ended.
    worker.on('error', (error) => {
      const job = this.#busy.get(worker);
      this.#busy.delete(worker);
      if (!job) this.#idle.splice(this.#idle.indexOf(worker), 1);
      job?.reject(error instanceof Error ? error : new Error(String(error)));
      this.#next();
    });
    return worker;
  }
}
