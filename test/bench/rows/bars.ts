import type { Case } from './cases.ts';
import type { CaseResult, Cost } from './measure-case.ts';

export interface Line {
  readonly one: Case;
  readonly result: CaseResult;
  /** Of the owner with few rows, before there were other owners; the short form leaves it out. */
  readonly alone: CaseResult | undefined;
}

/** What a case may take of an owner with many rows, of what it takes of one with few. */
export interface Bars {
  readonly units: number;
  readonly time: number;
}

/** Rows of one kind differ in length by the digits of a number; times differ by what else the machine does. */
export const bars: Bars = { units: 1.05, time: 1.3 };

/** For continuous integration: on a machine that others use, times of one round say nothing, and units all. */
export const shortBars: Bars = { units: 1.05, time: Number.POSITIVE_INFINITY };

/**
 * How many rows a list may look at where a filter leaves rows out, with a page of sandboxes beside those of its
 * conversations, and how many a count may.
 */
const rowBounds = { list: 2_000 + 100, count: 10_001 } as const;

/** What DynamoDB counts at least, so that one unit more is no growth. */
const ONE_READ = 1;

/** @returns what is wrong, by name */
export function missesOf({ one, result, alone }: Line, allowed: Bars): readonly string[] {
  const { endpoint, name, growth } = one;
  const label = `${endpoint.id} (${name})`;
  const [few, many] = result.costs;
  if (!few || !many) throw new Error(`${label} was not measured`);
  // A meter that sees no call would pass every other bar.
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

/** A page that looks at as many rows as it may has more behind it, and a count that would is refused. */
function boundedMisses({ rows, answer }: Cost, isCount: boolean): string[] {
  const bound = isCount ? rowBounds.count : rowBounds.list;
  const isSilent = rows >= bound && answer === 'whole';
  return [
    ...(rows > bound ? [`it looks at ${rows} rows, ${bound} are allowed`] : []),
    ...(isSilent ? ['it ends at its bound and does not say so'] : []),
  ];
}
