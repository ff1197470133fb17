import type { Units } from './standing-charges.ts';
import { type Sold, unitPrices } from './unit-prices.ts';

/** One line of a bill. */
export interface Item extends Units {
  readonly what: string;
}

export interface Line extends Item {
  /** US dollars at the list price. */
  readonly list: number;
  /** The same beyond what is free. */
  readonly paid: number;
}

export interface Bill {
  readonly lines: readonly Line[];
  readonly list: number;
  readonly paid: number;
}

/** Prices items. What is free is taken off once for each kind, from the first items of it. */
export function billOf(items: readonly Item[]): Bill {
  const left = new Map<Sold, number>(Object.entries(unitPrices).map(([sold, { free }]) => [sold as Sold, free]));
  const lines = items.map((item) => {
    const { usd } = unitPrices[item.sold];
    const free = Math.min(left.get(item.sold) ?? 0, item.units);
    left.set(item.sold, (left.get(item.sold) ?? 0) - free);
    return { ...item, list: item.units * usd, paid: (item.units - free) * usd };
  });
  return { lines, list: sumOf(lines.map(({ list }) => list)), paid: sumOf(lines.map(({ paid }) => paid)) };
}

/** Items of several stages as one: quantities of the same item are added. */
export function together(...stages: readonly (readonly Item[])[]): readonly Item[] {
  const byName = Map.groupBy(stages.flat(), ({ what }) => what);
  return [...byName.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, units: sumOf(same.map(({ units }) => units)) }] : [];
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
