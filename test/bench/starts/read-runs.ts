import { parseArgs } from 'node:util';

/** How many runs a bench makes, and whether it is the short form, which compares by ratios alone. */
export interface Runs {
  readonly runs: number;
  readonly short: boolean;
}

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readRuns(args: readonly string[], usual: { readonly full: number; readonly short: number }): Runs {
  const options = { runs: { type: 'string' }, short: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { short } = values;
  const runs = Number(values.runs ?? (short ? usual.short : usual.full));
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);
  return { runs, short };
}
