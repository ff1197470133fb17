import type { SettableClock } from '../../platform/settable-clock.ts';

/** Random numbers from a seed, so that a failed run can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0;
    return Math.floor(((this.#state >>> 0) / 2 ** 32) * bound);
  }

  take<T>(items: T[]): T | undefined {
    return items.splice(this.below(items.length), 1)[0];
  }
}

/** The process ended between two calls. Nothing ran afterward, not even error handlers. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Wraps each call of a process. The name is that of the port's method. */
export type Around = <T>(call: () => Promise<T>, name?: string) => Promise<T>;

/** Interleaves processes. Each port call waits for the schedule and can crash before or after it. */
export class Processes {
  readonly #clock: SettableClock;
  readonly #random: Random;
  #waiting: (() => void)[] = [];
  #sleeping: { readonly wakeAt: number; readonly wake: () => void }[] = [];
  interleaved = true;
  /** The number of calls until the next crash. */
  #crashIn: number | null = null;
  /** How many processes crashed. */
  crashes = 0;
  /** For how long the next processes hang that call a method of such a name, in milliseconds. */
  readonly #hangs = new Map<string, number>();
  /** Unexpected failures. */
  readonly bugs: unknown[] = [];

  constructor(clock: SettableClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  crashAfter(calls: number): void {
    this.#crashIn = calls;
  }

  /** The next process that calls a method of this name gets the result late, and goes on with what was true before. */
  hangAfter(name: string, milliseconds: number): void {
    this.#hangs.set(name, milliseconds);
  }

  neverCrash(): void {
    this.#crashIn = null;
    this.#hangs.clear();
  }

  /** Runs one process, a Lambda invocation. Its errors do not affect others. */
  start(run: (around: Around) => Promise<unknown>): void {
    let isDead = false;
    const around: Around = async (call, name = '') => {
      if (this.interleaved) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (isDead) throw new Crash();
      const crashes = this.#isNextToCrash();
      isDead = crashes;
      if (crashes) this.crashes += 1;
      if (crashes && this.#random.below(2) === 0) throw new Crash();
      const result = await call();
      if (crashes) throw new Crash();
      const hangsFor = this.#hangs.get(name);
      if (hangsFor !== undefined && this.#hangs.delete(name)) await this.sleep(hangsFor);
      return result;
    };
    // The caller does not await an invocation, so its outcome is kept here.
    void run(around).catch((error: unknown) => {
      if (!isDead && !isFailureOfTheWorld(error)) this.bugs.push(error);
    });
  }

  readonly sleep = (milliseconds: number): Promise<void> =>
    new Promise((wake) => {
      this.#sleeping.push({ wakeAt: this.#clock.now().getTime() + milliseconds, wake });
    });

  async let(calls: number): Promise<void> {
    for (let passed = 0; passed < calls; passed += 1) {
      this.#random.take(this.#waiting)?.();
      await everythingElse();
    }
  }

  /** Lets calls pass until all processes wait only for time. */
  async finish(): Promise<void> {
    await everythingElse();
    while (this.#waiting.length > 0) await this.let(1);
  }

  wakeSleepers(): void {
    const now = this.#clock.now().getTime();
    const [due, later] = [this.#sleeping.filter(isDue), this.#sleeping.filter((sleeper) => !isDue(sleeper))];
    this.#sleeping = later;
    for (const { wake } of due) wake();

    function isDue({ wakeAt }: { readonly wakeAt: number }): boolean {
      return wakeAt <= now;
    }
  }

  #isNextToCrash(): boolean {
    if (this.#crashIn === null) return false;
    this.#crashIn -= 1;
    if (this.#crashIn >= 0) return false;
    this.#crashIn = null;
    return true;
  }
}

/** Resolves when everything that can run without time passing has run. */
function everythingElse(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Errors that workers pass on when dependencies fail. Lambda or the sweep tries again. */
function isFailureOfTheWorld(error: unknown): boolean {
  return error instanceof Error && ['fetch failed', 'The agent server answered 503'].includes(error.message);
}

/** The port with `around` applied to each call. Async iterables are not wrapped. */
export function through<T extends object>(around: Around, port: T, iterators: readonly string[] = []): T {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const call = (...parameters: unknown[]): unknown => Reflect.apply(member, target, parameters);
      if (iterators.includes(String(name))) return call;
      return (...parameters: unknown[]) => around(async () => call(...parameters), String(name));
    },
  });
}
