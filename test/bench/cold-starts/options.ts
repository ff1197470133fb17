import { parseArgs } from 'node:util';

export interface Options {
  /** How many processes of each build of each function count. */
  readonly runs: number;
  /** Every function once, as it is shipped, and only gross regressions. */
  readonly short: boolean;
  readonly only: readonly string[];
  /** A checkout of another time, or the directory of its bundles, which are measured beside these. */
  readonly of: string | undefined;
  /** The commit of `of`, whose figures are kept as those of before: then nothing else is measured. */
  readonly record: string | undefined;
  readonly cgroup: boolean;
  readonly json: string | undefined;
}

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '15' },
      short: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      of: { type: 'string' },
      record: { type: 'string' },
      cgroup: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const { short, only, of, record, cgroup, json } = values;
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);
  if (record !== undefined && of === undefined) throw new Error('--record keeps the figures of --of DIRECTORY');
  return { runs, short, only, of, record, cgroup, json };
}
