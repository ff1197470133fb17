import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { withinTime } from '../../platform/time-limit.ts';
import { PER_WORKER, type Sleeper, type WakeOrder } from '../sandboxes/reconcile/reconcile.ts';
import { limits } from '../sandboxes/record/limits.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { RepeatedFailures } from './repeated-failures.ts';
import type { SweepCursors } from './sweep-progress.ts';

const PARALLEL = 25;

const MOST_ERRORS = 20;

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

/** One run of the sweep, limited in time, with counts of its findings. */
export class SweepRun {
  readonly #now: Clock;
  readonly #repeated: RepeatedFailures;
  readonly #places: SweepCursors;
  readonly #start: number;
  readonly errors: { readonly item: string; readonly message: string }[] = [];
  readonly #findings = new Map<Finding, number>();
  #end: number;
  #failures = 0;
  #broken = 0;
  #skipped = 0;
  #late = 0;
  readonly #sleepers: Sleeper[] = [];

  /**
   * @param places where its parts continue
   * @param repeated the failures of earlier runs
   */
  constructor(now: Clock, places: SweepCursors, repeated = new RepeatedFailures()) {
    this.#now = now;
    this.#places = places;
    this.#repeated = repeated;
    this.#start = now().getTime();
    this.#end = this.#start + BUDGET;
  }

  /**
   * Runs one part. If it fails or uses up its time, the other parts still run.
   *
   * @param until the share of the run's time after which this part ends; the next run does its remaining work
   * @returns undefined when it failed
   */
  async part<T>(until: number, work: () => Promise<T>): Promise<T | undefined> {
    this.#end = this.#start + until * BUDGET;
    return this.forAll(work);
  }

  /** Work done once for many items, which are still checked if it fails. @returns undefined when it failed */
  async forAll<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#broken += 1;
      this.#note('a part of the sweep', error);
      log.error('part of the sweep failed', { error });
      return undefined;
    }
  }

  /**
   * Works on many items in parallel. A failed item does not stop the others, and the next sweep repeats it. The next
   * run begins where this one ran out of time, so that every item gets its turn within a few runs.
   *
   * @param part the name of the work, the same in each run
   * @param nameOf the name of an item for the log and for the order, the same in each run
   */
  async each<T>(
    part: string,
    items: readonly T[],
    nameOf: (item: T) => string,
    work: (item: T) => Promise<void>,
  ): Promise<void> {
    const after = this.#places.of(part);
    const named = items.map((item) => ({ name: nameOf(item), item })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const first = after === null ? 0 : named.filter(({ name }) => name <= after).length;
    const ordered = [...named.slice(first), ...named.slice(0, first)];
    const started = await this.inOrder(
      ordered,
      ({ name }) => name,
      ({ item }) => work(item),
    );
    this.#skipped += ordered.length - started;
    if (started === ordered.length) this.#places.reached(part, null);
    else if (started > 0) this.#places.reached(part, ordered[started - 1]?.name ?? null);
  }

  /** Starts items in order until the time of the part is used up. @returns how many it started */
  async inOrder<T>(
    items: readonly T[],
    nameOf: (item: T) => string,
    work: (item: T) => Promise<void>,
  ): Promise<number> {
    let started = 0;
    const left = items.values();
    const worker = async () => {
      while (!this.isPartOver) {
        const { value: item, done } = left.next();
        if (done) return;
        started += 1;
        await this.#attempt(nameOf(item), () => work(item));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
    return started;
  }

  /** Has a worker reconcile the sandbox again at this time. A later time is left to the sweep. */
  wakeLater({ owner_id, sandbox_id }: Pick<Sandbox, 'owner_id' | 'sandbox_id'>, at: Date): void {
    if (at.getTime() - this.#now().getTime() <= limits.wake * 1000)
      this.#sleepers.push({ owner_id, sandbox_id, at: at.toISOString() });
  }

  /** @param wake invokes a worker that reconciles sandboxes at their times; returns at once */
  async wakeSleepers(wake: (order: WakeOrder) => Promise<void>): Promise<void> {
    const sleepers = this.#sleepers.splice(0);
    for (let start = 0; start < sleepers.length; start += PER_WORKER)
      await wake({ sandboxes: sleepers.slice(start, start + PER_WORKER) });
  }

  /** Counts items that were not started, outside of `each`. */
  skip(count: number): void {
    this.#skipped += count;
  }

  /** Reports a part that its own workers have not finished for too long. */
  reportLate(part: string): void {
    this.#late += 1;
    log.error('a segment of the sweep has not been finished for too long', { part });
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
    return this.#skipped === 0 && this.#broken === 0 && this.#late === 0;
  }

  details(): Readonly<Record<string, number>> {
    const counts = { failures: this.#failures, broken_parts: this.#broken, skipped: this.#skipped, late: this.#late };
    return { ...Object.fromEntries(this.#findings), ...counts };
  }

  /** The last errors, for operators. */
  #note(item: string, error: unknown): void {
    this.errors.push({ item, message: error instanceof Error ? error.message : String(error) });
    if (this.errors.length > MOST_ERRORS) this.errors.shift();
  }

  async #attempt(name: string, look: () => Promise<void>): Promise<void> {
    try {
      await withinTime(limits.sweepItem * 1000, look);
      this.#repeated.succeeded(name);
    } catch (error) {
      this.#failures += 1;
      this.#note(name, error);
      this.#repeated.failed(name, 'sweep failed for an item', error);
    }
  }
}
