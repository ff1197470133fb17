import { parseArgs } from 'node:util';

interface Options {
  /** How many starts of each kind count. */
  readonly runs: number;
  /** Whether the run is to find gross regressions alone, on a machine that does other things too. */
  readonly isShort: boolean;
}

export const USAGE = `Starts conversations on two local services at once, one of which keeps a warm pool, and compares the times to READY.

  npm run bench:warm-starts -- [--runs 20] [--short]
`;

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string' }, short: { type: 'boolean', default: false } },
  });
  const runs = Number(values.runs ?? (values.short ? '3' : '20'));
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);
  return { runs, isShort: values.short };
}
