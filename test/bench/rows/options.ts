import { parseArgs } from 'node:util';

/** How many rows the owners of one run have, and how many further owners there are. */
export interface Sizes {
  readonly few: number;
  readonly many: number;
  readonly owners: number;
}

export interface Options {
  /** How many calls of each case count. */
  readonly runs: number;
  readonly sizes: Sizes;
  /** The form for continuous integration, which is held against looser bars. */
  readonly short: boolean;
}

const whole: Sizes = { few: 1_000, many: 100_000, owners: 10_000 };
const short: Sizes = { few: 130, many: 650, owners: 20 };

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string' }, short: { type: 'boolean', default: false } },
  });
  const runs = Number(values.runs ?? (values.short ? 1 : 15));
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);
  return { runs, short: values.short, sizes: values.short ? short : whole };
}
