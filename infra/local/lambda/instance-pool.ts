import type { Instance, Invocation } from './instance.ts';
import type { Outcome } from './outcome.ts';

/** The instances of one function: as many as run at once, up to its limit; beyond it, invocations wait their turn. */
export class InstancePool {
  readonly #start: () => Instance;
  readonly #limit: number;
  readonly #idleMilliseconds: number;
  readonly #instances = new Set<Instance>();
  readonly #idle = new Map<Instance, NodeJS.Timeout>();
  readonly #waiting: PromiseWithResolvers<Instance>[] = [];
  #stopped = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(start: () => Instance, limit: number, idleMilliseconds: number) {
    this.#start = start;
    this.#limit = limit;
    this.#idleMilliseconds = idleMilliseconds;
  }

  /** @throws when the pool is stopped before the invocation got an instance. */
  async run(invocation: Invocation): Promise<Outcome> {
    const instance = await this.#acquire();
    try {
      return await instance.run(invocation);
    } finally {
      this.#release(instance);
    }
  }

  /** Kills the instances that run something, as a crash of the host would; their invocations fail. */
  async crash(): Promise<void> {
    await Promise.all(this.#running.map((instance) => instance.stop()));
  }

  /** Takes nothing new. Resolves when the last invocation that runs has ended. */
  async drain(): Promise<void> {
    this.#stopped = true;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new Error('the function runner has stopped'));
    if (this.#running.length > 0) await this.#drained.promise;
  }

  async stop(): Promise<void> {
    void this.drain();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all([...this.#instances].map((instance) => instance.stop()));
  }

  get #running(): readonly Instance[] {
    return [...this.#instances].filter((instance) => !this.#idle.has(instance));
  }

  #acquire(): Promise<Instance> {
    if (this.#stopped) return Promise.reject(new Error('the function runner has stopped'));
    // The one used last is taken first, so that the others can grow old and go.
    for (const instance of [...this.#idle.keys()].reverse()) {
      clearTimeout(this.#idle.get(instance));
      this.#idle.delete(instance);
      if (instance.alive) return Promise.resolve(instance);
      this.#instances.delete(instance);
    }
    if (this.#instances.size < this.#limit) return Promise.resolve(this.#grow());
    const waiting = Promise.withResolvers<Instance>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  #grow(): Instance {
    const instance = this.#start();
    this.#instances.add(instance);
    return instance;
  }

  #release(instance: Instance): void {
    if (!instance.alive) this.#instances.delete(instance);
    const next = this.#waiting.shift();
    if (next) next.resolve(instance.alive ? instance : this.#grow());
    else if (instance.alive) this.#rest(instance);
    if (this.#stopped && this.#running.length === 0) this.#drained.resolve();
  }

  #rest(instance: Instance): void {
    const timer = setTimeout(() => this.#retire(instance), this.#idleMilliseconds);
    timer.unref();
    this.#idle.set(instance, timer);
  }

  #retire(instance: Instance): void {
    this.#idle.delete(instance);
    this.#instances.delete(instance);
    void instance.stop();
  }
}
