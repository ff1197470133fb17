import type { Case } from './cases.ts';
import type { CaseResult, Cost } from './measure-case.ts';

/** What a case may take of an owner with many rows, of what it takes of one with few. */
export interface Bars {
  readonly units: number;
  readonly time: number;
}

/** Rows of one kind differ in length by the digits of a number; times differ by what else the machine does. */
export const bars: Bars = { units: 1.05, time: 1.3 };

/** For continuous integration, on machines that others use: what grows with the rows grows by far more. */
export const shortBars: Bars = { units: 1.05, time: 3 };

/** How many rows a list may look at where a filter leaves rows out, and how many a count may. */
export const rowBounds = { list: 2_000, count: 10_001 } as const;

/** What DynamoDB counts at least, so that one unit more is no growth. */
const ONE_READ = 1;

/** @returns what is wrong, by name */
export function missesOf({ endpoint, name, growth }: Case, result: CaseResult, allowed: Bars): readonly string[] {
  const label = `${endpoint.id} (${name})`;
  const [few, many] = result.costs;
  if (!few || !many) throw new Error(`${label} was not measured`);
  return growth === 'flat'
    ? flatMisses(few, many, result.timeRatios.at(1) ?? Number.NaN, allowed).map((miss) => `${label}: ${miss}`)
    : boundedMisses(many, endpoint.id.startsWith('count-')).map((miss) => `${label}: ${miss}`);
}

function flatMisses(few: Cost, many: Cost, timeRatio: number, allowed: Bars): string[] {
  const mostUnits = Math.max(few.units * allowed.units, few.units + ONE_READ);
  return [
    ...(many.units > mostUnits ? [`${many.units} read units of many rows, ${few.units} of few`] : []),
    ...(timeRatio > allowed.time ? [`${timeRatio.toFixed(2)} of the time with few rows`] : []),
  ];
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
