import { type WorkerId, workers } from '../../../../shared/contract/workers.ts';
import { shareOf } from '../../core-share.ts';
import { LAMBDA_CONCURRENCY } from './quota.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One run of a function, whose CPU work is limited to its share of a core. */
export class Invocation {
  readonly #time: VirtualTime;
  readonly #share: number;
  #busyUntil = 0;

  constructor(time: VirtualTime, memoryMegabytes: number) {
    this.#time = time;
    this.#share = shareOf(memoryMegabytes);
  }

  /** Waits for a call. CPU work of concurrent calls runs one after the other; their latencies overlap. */
  async call(cpuMilliseconds: number, latencyMilliseconds: number): Promise<void> {
    const now = this.#time.milliseconds;
    this.#busyUntil = Math.max(now, this.#busyUntil) + cpuMilliseconds / this.#share;
    await this.#time.pause(this.#busyUntil - now + latencyMilliseconds);
  }
}

type Work = (invocation: Invocation) => Promise<unknown>;

/** The attempts of a function, and the pause after a failure in milliseconds. */
interface Retries {
  readonly tries: number;
  readonly pause: number;
}

/** Start time of a function, which is mostly warm. */
const BEGIN_MILLISECONDS = 30;

/** Runs functions with the concurrency limit of Lambda. Others wait. */
export class Lambdas {
  readonly #time: VirtualTime;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  peak = 0;
  readonly runs = new Map<WorkerId, number>();
  gigabyteSeconds = 0;
  limit = LAMBDA_CONCURRENCY;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** Runs a function, with the retries of Lambda. Never rejects. */
  async run(id: WorkerId, work: Work, { tries, pause }: Retries = { tries: 1, pause: 0 }): Promise<void> {
    for (let left = tries - 1; !(await this.#once(id, work)) && left > 0; left -= 1) await this.#time.pause(pause);
  }

  /** @returns whether the run succeeded */
  async #once(id: WorkerId, work: Work): Promise<boolean> {
    let isDone = false;
    // A waiting run takes the place of the run that ends.
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
      // Later work repeats what a failed worker missed.
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
