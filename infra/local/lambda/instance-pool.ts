import type { FunctionInstance, Invocation } from './instance.ts';
import type { Outcome } from './outcome.ts';

/** This many instances start without a wait, so that what is parallel in the cloud is parallel here too. */
const STARTED_AT_ONCE = 2;

/** Milliseconds that an invocation waits for a free instance: before a start was measured, and at most. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5_000;

interface Waiting {
  readonly turn: PromiseWithResolvers<FunctionInstance>;
  timer?: NodeJS.Timeout;
}

/**
 * The instances of one function, up to its limit. Beyond that, invocations wait for their turn. Most invocations take
 * less time than the start of a process, so a burst does not start a process for each: beyond two instances, another
 * one starts when none was free for as long as a start takes.
 */
export class InstancePool {
  readonly #start: () => FunctionInstance;
  readonly #limit: number;
  readonly #idleMilliseconds: number;
  readonly #instances = new Set<FunctionInstance>();
  readonly #idle = new Map<FunctionInstance, NodeJS.Timeout>();
  /** Instances that started before the last `renew`, and end with their invocation. */
  readonly #outdated = new WeakSet<FunctionInstance>();
  readonly #waiting: Waiting[] = [];
  /** Duration of the last start. On a busy machine, more processes would make it longer. */
  #startMilliseconds = FIRST_WAIT_MS;
  #stopped = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(start: () => FunctionInstance, limit: number, idleMilliseconds: number) {
    this.#start = start;
    this.#limit = limit;
    this.#idleMilliseconds = idleMilliseconds;
  }

  /** @throws when the pool is stopped before the invocation has an instance */
  async run(invocation: Invocation): Promise<Outcome> {
    const instance = await this.#acquire();
    try {
      return await instance.run(invocation);
    } finally {
      this.#release(instance);
    }
  }

  /** Further invocations get new instances, as after a deployment. */
  renew(): void {
    for (const instance of this.#instances) this.#outdated.add(instance);
    for (const [instance, timer] of this.#idle) {
      clearTimeout(timer);
      this.#retire(instance);
    }
  }

  /** Kills the busy instances, as a crash of the host would. Their invocations fail. */
  async crash(): Promise<void> {
    await Promise.all(this.#running.map((instance) => instance.stop()));
  }

  /** Accepts nothing new. Resolves when the last running invocation has ended. */
  async drain(): Promise<void> {
    this.#stopped = true;
    for (const { turn, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      turn.reject(new Error('the function runner has stopped'));
    }
    if (this.#running.length > 0) await this.#drained.promise;
  }

  async stop(): Promise<void> {
    void this.drain();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#instances].map((instance) => instance.stop()));
  }

  get #running(): readonly FunctionInstance[] {
    return [...this.#instances].filter((instance) => !this.#idle.has(instance));
  }

  #acquire(): Promise<FunctionInstance> {
    if (this.#stopped) return Promise.reject(new Error('the function runner has stopped'));
    // Takes the most recently used instance, so that the others can expire.
    for (const instance of [...this.#idle.keys()].reverse()) {
      clearTimeout(this.#idle.get(instance));
      this.#idle.delete(instance);
      if (instance.alive) return Promise.resolve(instance);
      this.#instances.delete(instance);
    }
    if (this.#instances.size < Math.min(STARTED_AT_ONCE, this.#limit)) return Promise.resolve(this.#grow());
    return this.#wait();
  }

  #wait(): Promise<FunctionInstance> {
    const waiting: Waiting = { turn: Promise.withResolvers() };
    this.#waiting.push(waiting);
    const milliseconds = Math.min(this.#startMilliseconds, MAX_WAIT_MS);
    waiting.timer = setTimeout(() => {
      // At the limit, the invocation waits until another one ends.
      if (this.#instances.size < this.#limit) this.#serve(waiting, () => this.#grow());
    }, milliseconds);
    return waiting.turn.promise;
  }

  #serve(waiting: Waiting, instance: () => FunctionInstance): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    clearTimeout(waiting.timer);
    try {
      waiting.turn.resolve(instance());
    } catch (error) {
      waiting.turn.reject(error);
    }
  }

  #grow(): FunctionInstance {
    const instance = this.#start();
    this.#instances.add(instance);
    const started = performance.now();
    void instance.ready.then(() => {
      this.#startMilliseconds = performance.now() - started;
    });
    return instance;
  }

  #release(instance: FunctionInstance): void {
    if (this.#outdated.has(instance)) void instance.stop();
    if (!instance.alive || this.#outdated.has(instance)) this.#instances.delete(instance);
    const [next] = this.#waiting;
    const isUsable = instance.alive && !this.#outdated.has(instance);
    if (next) this.#serve(next, () => (isUsable ? instance : this.#grow()));
    else if (isUsable) this.#rest(instance);
    if (this.#stopped && this.#running.length === 0) this.#drained.resolve();
  }

  #rest(instance: FunctionInstance): void {
    const timer = setTimeout(() => this.#retire(instance), this.#idleMilliseconds);
    timer.unref();
    this.#idle.set(instance, timer);
  }

  #retire(instance: FunctionInstance): void {
    this.#idle.delete(instance);
    this.#instances.delete(instance);
    void instance.stop();
  }
}
