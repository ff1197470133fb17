import { parseArgs } from 'node:util';

export interface Options {
  /** How many processes of each contestant count. */
  readonly runs: number;
  readonly only: string | undefined;
  readonly json: string | undefined;
}

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '15' },
      only: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);
  return { runs, only: values.only, json: values.json };
}
