import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { limits } from '../sandboxes/record/limits.ts';
import { RepeatedFailures } from './repeated-failures.ts';

/** How many items are checked in parallel. */
const PARALLEL = 25;

/** The time of one run, in milliseconds. */
const BUDGET = limits.sweep * 1000;

export type Finding =
  | 'task'
  | 'row'
  | 'volume'
  | 'snapshot'
  | 'workspace'
  | 'count'
  | 'address'
  | 'hidden'
  | 'unreadable'
  | 'unproven';

/** One run of the sweep: bounded in time, with counts of its findings. */
export class SweepRun {
  readonly #now: Clock;
  readonly #random: () => number;
  readonly #repeated: RepeatedFailures;
  readonly #start: number;
  readonly #findings = new Map<Finding, number>();
  #end: number;
  #failures = 0;
  #broken = 0;
  #skipped = 0;

  /** @param random shuffles the items @param repeated the failures of earlier runs */
  constructor(now: Clock, random: () => number, repeated = new RepeatedFailures()) {
    this.#now = now;
    this.#random = random;
    this.#repeated = repeated;
    this.#start = now().getTime();
    this.#end = this.#start + BUDGET;
  }

  /**
   * One part of the run. If it fails or uses all its time, the other parts still run.
   *
   * @param until the share of the time after which this part ends; its remaining work is for the next run
   * @returns undefined when it failed
   */
  async part<T>(until: number, work: () => Promise<T>): Promise<T | undefined> {
    this.#end = this.#start + until * BUDGET;
    try {
      return await work();
    } catch (error) {
      this.#broken += 1;
      log.error('part of the sweep failed', { error });
      return undefined;
    }
  }

  /**
   * Works on many items in parallel. One failure does not stop the others; the next sweep repeats it. The order is
   * random, so that a short run does not skip the same items each time.
   *
   * @param nameOf names the item in the log, the same in each run
   */
  async each<T>(items: readonly T[], nameOf: (item: T) => string, work: (item: T) => Promise<void>): Promise<void> {
    const waiting = [...items];
    const worker = async () => {
      while (waiting.length > 0 && !this.isPartOver) {
        const [item] = waiting.splice(Math.floor(this.#random() * waiting.length), 1);
        if (item !== undefined) await this.#attempt(nameOf(item), () => work(item));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
    this.#skipped += waiting.length;
  }

  /** Whether the time of the current part is used up. */
  get isPartOver(): boolean {
    return this.#now().getTime() >= this.#end;
  }

  /** When the time of the current part is used up. */
  get partEnd(): Date {
    return new Date(this.#end);
  }

  found(finding: Finding): void {
    this.#findings.set(finding, (this.#findings.get(finding) ?? 0) + 1);
  }

  get findings(): number {
    return [...this.#findings.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Whether every item was checked. */
  get isComplete(): boolean {
    return this.#skipped === 0 && this.#broken === 0;
  }

  details(): Readonly<Record<string, number>> {
    const counts = { failures: this.#failures, broken_parts: this.#broken, skipped: this.#skipped };
    return { ...Object.fromEntries(this.#findings), ...counts };
  }

  async #attempt(name: string, look: () => Promise<void>): Promise<void> {
    try {
      await look();
      this.#repeated.went(name);
    } catch (error) {
      this.#failures += 1;
      this.#repeated.failed(name, 'sweep failed for an item', error);
    }
  }
}
