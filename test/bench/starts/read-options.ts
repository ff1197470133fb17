import { parseArgs } from 'node:util';

/** How many runs a bench makes, and whether it is the short form, which compares by ratios alone. */
export interface Options {
  readonly runs: number;
  readonly short: boolean;
  /** The folder of an earlier release that is measured beside this one, in turns. */
  readonly against: string | undefined;
}

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(
  args: readonly string[],
  usual: { readonly full: number; readonly short: number },
): Options {
  const options = {
    runs: { type: 'string' },
    short: { type: 'boolean', default: false },
    against: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { short, against } = values;
  const runs = Number(values.runs ?? (short ? usual.short : usual.full));
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);
  return { runs, short, against };
}
