import type { Case } from './cases.ts';
import type { CaseResult, Cost } from './measure-case.ts';

export interface Line {
  readonly one: Case;
  readonly result: CaseResult;
  /** The owner with few rows before other owners existed. The short form omits it. */
  readonly alone: CaseResult | undefined;
}

/** Limits for an owner with many rows, relative to one with few. */
export interface Bars {
  readonly units: number;
  readonly time: number;
}

/** Rows of one kind differ by the digits of a number. Times depend on other load. */
export const bars: Bars = { units: 1.05, time: 1.3 };

/** Bars for CI: on shared machines only the units are meaningful, not the times of one round. */
export const shortBars: Bars = { units: 1.05, time: Number.POSITIVE_INFINITY };

/** The rows that a list with a filter can read, including a page of sandboxes, and the rows that a count can read. */
const rowBounds = { list: 2_000 + 100, count: 10_001 } as const;

/** The smallest unit that DynamoDB counts, which is not growth. */
const ONE_READ = 1;

/** @returns a sentence for each missed bar */
export function missesOf({ one, result, alone }: Line, allowed: Bars): readonly string[] {
  const { endpoint, name, growth } = one;
  const label = `${endpoint.id} (${name})`;
  const [few, many] = result.costs;
  if (!few || !many) throw new Error(`${label} was not measured.`);
  // A meter that sees no calls would pass every other bar.
  if (few.calls === 0 || many.calls === 0) return [`${label}: no call of DynamoDB was seen`];
  const misses =
    growth === 'flat'
      ? flatMisses(few, many, result.timeRatios.at(1) ?? Number.NaN, allowed)
      : boundedMisses(many, endpoint.id.startsWith('count-'));
  const [before] = alone?.costs ?? [];
  const amongOthers = before ? unitMisses(before, few, 'among other owners', 'alone', allowed) : [];
  return [...misses, ...amongOthers].map((miss) => `${label}: ${miss}`);
}

function flatMisses(few: Cost, many: Cost, timeRatio: number, allowed: Bars): string[] {
  return [
    ...unitMisses(few, many, 'of many rows', 'of few', allowed),
    ...(timeRatio > allowed.time ? [`${timeRatio.toFixed(2)} of the time with few rows`] : []),
  ];
}

function unitMisses(one: Cost, other: Cost, ofOther: string, ofOne: string, { units }: Bars): string[] {
  const most = Math.max(one.units * units, one.units + ONE_READ);
  return other.units > most ? [`${other.units} read units ${ofOther}, ${one.units} ${ofOne}`] : [];
}

/** A page that reaches the bound has a next page. A count that exceeds it is refused. */
function boundedMisses({ rows, answer }: Cost, isCount: boolean): string[] {
  const bound = isCount ? rowBounds.count : rowBounds.list;
  const isSilent = rows >= bound && answer === 'whole';
  return [
    ...(rows > bound ? [`it looks at ${rows} rows, ${bound} are allowed`] : []),
    ...(isSilent ? ['it ends at its bound and does not say so'] : []),
  ];
}
