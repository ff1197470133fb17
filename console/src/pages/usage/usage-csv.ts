import { csvOf } from '../../../../shared/presentation/csv.ts';
import type { Measure } from './measures.ts';
import type { Series, Stack, StackRow } from './plot.ts';

/** The parts of the file name. */
export interface CsvSubject {
  readonly first: string;
  readonly last: string;
  readonly by: string;
  readonly of: string;
  readonly view: string;
}

export function csvName({ first, last, by, of, view }: CsvSubject): string {
  return `usage_${of}-by-${by}_${view}_${first}_${last}.csv`;
}

/** The table as shown: its rows in order, then the totals. Amounts are numbers, in the unit of the header. */
export function usageCsv(
  rows: readonly StackRow[],
  { series, total }: Stack,
  { unit, scale }: Measure,
  titleOf: (series: Series) => string,
): string {
  const heads = ['Day (UTC)', `Total (${unit})`, ...series.map((one) => `${titleOf(one)} (${unit})`)];
  const amounts = (...values: readonly number[]) => values.map((value) => plain(value / scale));
  const lines = rows.map((row) => [row.day, ...amounts(row.total, ...row.values)]);
  return csvOf(heads, [...lines, ['Total', ...amounts(total, ...series.map((one) => one.total))]]);
}

/** Rounds to millionths, the precision of the ledger. */
function plain(amount: number): number {
  return Number(amount.toFixed(6));
}
