import { csvOf, rowsOfCsv } from '../../../../shared/presentation/csv.ts';
import { type Grouping, groupings } from './choices.ts';
import type { Measure } from './measures.ts';
import type { Series, Stack } from './plot.ts';
import { dayWords, type TableRow } from './table-rows.ts';

/** The parts of the file name. */
export interface CsvSubject {
  readonly first: string;
  readonly last: string;
  readonly by: string;
  /** What is in it: `cost_daily`, or all rows. */
  readonly what: string;
}

export function csvName({ first, last, by, what }: CsvSubject): string {
  return `usage_by-${by}_${what}_${first}_${last}.csv`;
}

/** The table as shown: its rows in order, then the totals. Amounts are numbers, in the unit of the header. */
export function usageCsv(
  rows: readonly TableRow[],
  { series, total }: Stack,
  { unit, scale }: Measure,
  titleOf: (series: Series) => string,
): string {
  const heads = ['Day (UTC)', `Total (${unit})`, ...titlesOnce(series, titleOf).map((title) => `${title} (${unit})`)];
  const amounts = (...values: readonly number[]) => values.map((value) => plain(value / scale));
  const lines = rows.map((row) => [dayWords(row), ...amounts(row.total, ...row.values)]);
  return csvOf(heads, [...lines, ['Total', ...amounts(total, ...series.map((one) => one.total))]]);
}

/** Only a title that several bands share needs an ID. */
function titlesOnce(series: readonly Series[], titleOf: (series: Series) => string): readonly string[] {
  const titles = series.map(titleOf);
  const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title);
  return series.map(({ id }, at) => {
    const title = titles[at] ?? '';
    return id !== null && isShared(title) ? `${title} [${id}]` : title;
  });
}

/** Rounds to millionths, the precision of the ledger. */
function plain(amount: number): number {
  return Number(amount.toFixed(6));
}

/** Columns with which the report of the service begins: the day, and the group. */
const NAMES = 2;

/** The IDs of the groups in a report of the service. */
export function groupsIn(report: string): readonly string[] {
  const [, ...rows] = rowsOfCsv(report);
  return [...new Set(rows.map((row) => row[1] ?? ''))].filter((id) => id !== '');
}

/**
 * Every row of a report of the service, by day and group: newest first, with titles before the IDs. The service writes
 * no row for a day without use of a group; rows of zeros are left out.
 */
export function allRowsCsv(report: string, by: Grouping, titles: ReadonlyMap<string, string>): string {
  const [heads = [], ...rows] = rowsOfCsv(report);
  const isUsed = (row: readonly string[]) => row.slice(NAMES, -1).some((amount) => Number(amount) !== 0);
  const cost = heads.indexOf('cost_micro_usd');
  const sorted = rows.filter(isUsed).toSorted((one, other) => {
    const [day = '', otherDay = ''] = [one[0], other[0]];
    return day === otherDay ? Number(other[cost]) - Number(one[cost]) : otherDay.localeCompare(day);
  });
  const withTitle = ([day = '', id = '', ...amounts]: readonly string[]) => {
    const title = id === '' ? groupings[by].none : (titles.get(id) ?? '');
    return by === 'spec' || by === 'model' ? [day, id || title, ...amounts] : [day, title, id, ...amounts];
  };
  const [day = '', group = '', ...names] = heads;
  const columns = by === 'spec' || by === 'model' ? [day, group] : [day, titleColumns[by], group];
  return csvOf([...columns, ...names], sorted.map(withTitle));
}

const titleColumns = {
  key: 'key_name',
  member: 'member_name',
  sandbox: 'conversation_title',
  conversation: 'title',
} as const;
