import { median, quantile } from '../statistics.ts';

/** How some times are spread, in milliseconds. */
export interface Distribution {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** @throws when there is none. */
export function distributionOf(values: readonly number[]): Distribution {
  return { min: Math.min(...values), p50: median(values), p95: quantile(values, 0.95), max: Math.max(...values) };
}

/** A Markdown table of distributions, one in each row. */
export function distributionTable(what: string, rows: readonly (readonly [string, Distribution])[]): string {
  const cells = rows.map(([name, { min, p50, p95, max }]) => [name, min, p50, p95, max].map(cell).join(' | '));
  return [
    `| ${what} | min | p50 | p95 | max |`,
    '| --- | --: | --: | --: | --: |',
    ...cells.map((row) => `| ${row} |`),
  ].join('\n');
}

function cell(value: string | number): string {
  return typeof value === 'string' ? value : value.toFixed(0);
}

/** A distribution of each step over all runs, in the order of the first run that has it. */
export function stepRows(
  runs: readonly (readonly { readonly step: string; readonly seconds: number }[])[],
): readonly (readonly [string, Distribution])[] {
  const names = [...new Set(runs.flatMap((steps) => steps.map(({ step }) => step)))];
  return names.map((name) => {
    const values = runs.flatMap((steps) => steps.filter(({ step }) => step === name));
    return [`\`${name}\``, distributionOf(values.map(({ seconds }) => seconds * 1000))];
  });
}
