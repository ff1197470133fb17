import type { Clock } from '../clock.ts';
import { log } from '../log.ts';

/** How many things are looked at together. */
const PARALLEL = 25;

/** The time of one run, in milliseconds: less than the schedule and the timeout of the Lambda. */
const BUDGET = 45_000;

export type Finding = 'task' | 'row' | 'volume' | 'snapshot' | 'workspace' | 'count';

/** One run of the sweep: bounded in time, and counting what it found. */
export class SweepRun {
  readonly #now: Clock;
  readonly #end: number;
  readonly #findings = new Map<Finding, number>();
  #failures = 0;
  #skipped = 0;

  constructor(now: Clock) {
    this.#now = now;
    this.#end = now().getTime() + BUDGET;
  }

  /** Does the work for each item, many together. One that fails must not keep the others from being looked at; the next sweep comes back to it. */
  async each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const waiting = [...items];
    const worker = async () => {
      while (waiting.length > 0 && this.#now().getTime() < this.#end) {
        const [item] = waiting.splice(0, 1);
        if (item !== undefined) await this.#attempt(() => work(item));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
    this.#skipped += waiting.length;
  }

  found(finding: Finding): void {
    this.#findings.set(finding, (this.#findings.get(finding) ?? 0) + 1);
  }

  get findings(): number {
    return [...this.#findings.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Whether everything was looked at. */
  get isComplete(): boolean {
    return this.#skipped === 0;
  }

  details(): Readonly<Record<string, number>> {
    return { ...Object.fromEntries(this.#findings), failures: this.#failures, skipped: this.#skipped };
  }

  async #attempt(look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (error) {
      this.#failures += 1;
      log.error('the sweep failed for one', { error });
    }
  }
}
