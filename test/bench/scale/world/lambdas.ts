import { type WorkerId, workers } from '../../../../shared/contract/workers.ts';
import { shareOf } from '../../core-share.ts';
import { LAMBDA_CONCURRENCY } from './quota.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One run of a function: what it computes waits for its share of a core. */
export class Invocation {
  readonly #time: VirtualTime;
  readonly #share: number;
  #busyUntil = 0;

  constructor(time: VirtualTime, memoryMegabytes: number) {
    this.#time = time;
    this.#share = shareOf(memoryMegabytes);
  }

  /** Waits for a call: for its computing, one call after the other, and for its answer, side by side. */
  async call(cpuMilliseconds: number, latencyMilliseconds: number): Promise<void> {
    const now = this.#time.milliseconds;
    this.#busyUntil = Math.max(now, this.#busyUntil) + cpuMilliseconds / this.#share;
    await this.#time.pause(this.#busyUntil - now + latencyMilliseconds);
  }
}

type Work = (invocation: Invocation) => Promise<unknown>;

/** How often a function is called, and with which pause after a failure, in milliseconds. */
interface Retries {
  readonly tries: number;
  readonly pause: number;
}

/** From the call to the first line of the function: mostly a warm instance. */
const BEGIN_MILLISECONDS = 30;

/** Functions as Lambda runs them: so many at once, and the others later. */
export class Lambdas {
  readonly #time: VirtualTime;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  peak = 0;
  readonly runs = new Map<WorkerId, number>();
  /** By function, in GB-seconds. */
  gigabyteSeconds = 0;
  limit = LAMBDA_CONCURRENCY;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** Ends when the run has ended; never fails. One that Lambda itself repeats is run again later. */
  async run(id: WorkerId, work: Work, { tries, pause }: Retries = { tries: 1, pause: 0 }): Promise<void> {
    for (let left = tries - 1; !(await this.#once(id, work)) && left > 0; left -= 1) await this.#time.pause(pause);
  }

  /** @returns whether it succeeded. */
  async #once(id: WorkerId, work: Work): Promise<boolean> {
    let isDone = false;
    // Who waits takes over the place of the run that ends.
    if (this.#running >= this.limit) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    this.peak = Math.max(this.peak, this.#running);
    this.runs.set(id, (this.runs.get(id) ?? 0) + 1);
    const memory = workers.find((worker) => worker.id === id)?.memoryMegabytes ?? 512;
    const begun = this.#time.milliseconds;
    try {
      await this.#time.pause(BEGIN_MILLISECONDS);
      await work(new Invocation(this.#time, memory));
      isDone = true;
    } catch {
      // A worker's failure is its own, and another look makes up for it.
    }
    this.gigabyteSeconds += ((this.#time.milliseconds - begun) / 1000) * (memory / 1024);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
    return isDone;
  }

  get running(): number {
    return this.#running;
  }

  forget(): void {
    this.runs.clear();
    this.gigabyteSeconds = 0;
    this.peak = this.#running;
  }
}
