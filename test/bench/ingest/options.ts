import { parseArgs } from 'node:util';

export interface Options {
  /** How many rounds count. */
  readonly runs: number;
  /** The form for continuous integration. */
  readonly short: boolean;
  /** How many events the long history has. */
  readonly history: number;
  /** How many events of each batch size one round delivers, at least. */
  readonly events: number;
  /** The commit under whose name the figures become those that later runs stand beside. */
  readonly recordAs: string | undefined;
}

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      short: { type: 'boolean', default: false },
      'record-before': { type: 'string' },
    },
  });
  const runs = Number(values.runs ?? (values.short ? 3 : 15));
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs takes a whole number from 1 on, not '${values.runs}'`);
  const sizes = values.short ? { history: 1_000, events: 50 } : { history: 100_000, events: 500 };
  return { runs, short: values.short, recordAs: values['record-before'], ...sizes };
}
