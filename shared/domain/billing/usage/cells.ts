import { type Amounts, sumOf } from './amounts.ts';
import { ledgerLimits } from './limits.ts';
import type { Place } from './places.ts';
import { TooMuchUsageError } from './usage-ledger.ts';

type ByName<T> = readonly (readonly [name: string | null, value: T])[];

/** Sums of amounts by group and split, as many as one report may contain. */
export class Cells {
  readonly #groups = new Map<string | null, Map<string | null, Amounts>>();
  readonly #tooMany: string;
  #count = 0;

  /** @param tooMany what to tell the caller where there are more. */
  constructor(tooMany: string) {
    this.#tooMany = tooMany;
  }

  /** @throws TooMuchUsageError */
  add({ group, split }: Place, amounts: Amounts): void {
    const splits = this.#groups.get(group) ?? new Map<string | null, Amounts>();
    const sum = splits.get(split);
    if (sum === undefined) this.#countOne();
    splits.set(split, sum ? sumOf(sum, amounts) : amounts);
    this.#groups.set(group, splits);
  }

  /** By name; null comes last. */
  sorted(): ByName<ByName<Amounts>> {
    return byName(this.#groups).map(([group, splits]) => [group, byName(splits)]);
  }

  #countOne(): void {
    this.#count += 1;
    if (this.#count > ledgerLimits.groups) throw new TooMuchUsageError(this.#tooMany);
  }
}

function byName<T>(values: ReadonlyMap<string | null, T>): ByName<T> {
  return [...values].toSorted(([a], [b]) => order(a, b));
}

function order(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
