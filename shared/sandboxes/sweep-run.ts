import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import { limits } from './limits.ts';
import { RepeatedFailures } from './repeated-failures.ts';

/** How many things are looked at together. */
const PARALLEL = 25;

/** The time of one run, in milliseconds. */
const BUDGET = limits.sweep * 1000;

export type Finding = 'task' | 'row' | 'volume' | 'snapshot' | 'workspace' | 'count' | 'unreadable';

/** One run of the sweep: bounded in time, and counting what it found. */
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

  /**
   * @param random from 0 to below 1: decides in which order things are looked at
   * @param repeated what failed in runs before
   */
  constructor(now: Clock, random: () => number, repeated = new RepeatedFailures()) {
    this.#now = now;
    this.#random = random;
    this.#repeated = repeated;
    this.#start = now().getTime();
    this.#end = this.#start + BUDGET;
  }

  /**
   * One part of the run. One that fails as a whole, or takes all the time that it may, must not keep the others from their work.
   *
   * @param until the share of the time after which this part ends; what it leaves is for those after it
   * @returns undefined when it failed
   */
  async part<T>(until: number, work: () => Promise<T>): Promise<T | undefined> {
    this.#end = this.#start + until * BUDGET;
    try {
      return await work();
    } catch (error) {
      this.#broken += 1;
      log.error('a part of the sweep failed', { error });
      return undefined;
    }
  }

  /**
   * Does the work for each item, many together. One that fails must not keep the others from being looked at; the next sweep comes back to it. The order is
   * another one each time, so that what one run has no time for is not the same in the next.
   *
   * @param nameOf tells in the log what failed, and that it is the same as in the run before
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

  /** Whether the time of the part at work is used up. */
  get isPartOver(): boolean {
    return this.#now().getTime() >= this.#end;
  }

  /** When the time of the part at work is used up. */
  get partEnd(): Date {
    return new Date(this.#end);
  }

  found(finding: Finding): void {
    this.#findings.set(finding, (this.#findings.get(finding) ?? 0) + 1);
  }

  get findings(): number {
    return [...this.#findings.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Whether everything was looked at. */
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
      this.#repeated.failed(name, 'the sweep failed for one', error);
    }
  }
}
