import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { PER_WORKER, type Sleeper, type WakeOrder } from '../sandboxes/reconcile/reconcile.ts';
import { limits } from '../sandboxes/record/limits.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { RepeatedFailures } from './repeated-failures.ts';
import type { SweepCursors } from './sweep-progress.ts';

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
  readonly #repeated: RepeatedFailures;
  readonly #places: SweepCursors;
  readonly #start: number;
  readonly #findings = new Map<Finding, number>();
  #end: number;
  #failures = 0;
  #broken = 0;
  #skipped = 0;
  #late = 0;
  readonly #sleepers: Sleeper[] = [];

  /** @param places where its parts go on @param repeated the failures of earlier runs */
  constructor(now: Clock, places: SweepCursors, repeated = new RepeatedFailures()) {
    this.#now = now;
    this.#places = places;
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
    return this.forAll(work);
  }

  /** What is done once for many items. If it fails, they are still looked at. @returns undefined when it failed */
  async forAll<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#broken += 1;
      log.error('part of the sweep failed', { error });
      return undefined;
    }
  }

  /**
   * Works on many items in parallel. One failure does not stop the others; the next sweep repeats it. What a run has no
   * time for, the next one begins with: however many items there are, each has its turn within some runs.
   *
   * @param part names the work, the same in each run
   * @param nameOf names the item in the log and its place among the others, the same in each run
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
    const begun = await this.inOrder(
      ordered,
      ({ name }) => name,
      ({ item }) => work(item),
    );
    this.#skipped += ordered.length - begun;
    if (begun === ordered.length) this.#places.reached(part, null);
    else if (begun > 0) this.#places.reached(part, ordered[begun - 1]?.name ?? null);
  }

  /** Begins with one item after the other until the time of the part is used up. @returns with how many */
  async inOrder<T>(
    items: readonly T[],
    nameOf: (item: T) => string,
    work: (item: T) => Promise<void>,
  ): Promise<number> {
    let begun = 0;
    const left = items.values();
    const worker = async () => {
      while (!this.isPartOver) {
        const { value: item, done } = left.next();
        if (done) return;
        begun += 1;
        await this.#attempt(nameOf(item), () => work(item));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
    return begun;
  }

  /** A look took steps, and the next one is due at this time: it waits in a worker, as after an event. */
  wakeLater({ owner_id, sandbox_id }: Pick<Sandbox, 'owner_id' | 'sandbox_id'>, at: Date): void {
    if (at.getTime() - this.#now().getTime() <= limits.wake * 1000)
      this.#sleepers.push({ owner_id, sandbox_id, at: at.toISOString() });
  }

  /** @param wake invokes a worker that looks at them at their times; returns at once */
  async wakeSleepers(wake: (order: WakeOrder) => Promise<void>): Promise<void> {
    const sleepers = this.#sleepers.splice(0);
    for (let start = 0; start < sleepers.length; start += PER_WORKER)
      await wake({ sandboxes: sleepers.slice(start, start + PER_WORKER) });
  }

  /** Items that were not begun with, outside of `each`. */
  skip(count: number): void {
    this.#skipped += count;
  }

  /** A part that workers of its own have not brought to its end for too long. */
  isLate(part: string): void {
    this.#late += 1;
    log.error('a segment of the sweep was not looked at to its end for too long', { part });
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

  async #attempt(name: string, look: () => Promise<void>): Promise<void> {
    try {
      await look();
      this.#repeated.succeeded(name);
    } catch (error) {
      this.#failures += 1;
      this.#repeated.failed(name, 'sweep failed for an item', error);
    }
  }
}
