import { parseArgs } from 'node:util';

export interface Options {
  /** How often both services are measured; medians are of these. */
  readonly runs: number;
  /** Of each operation, in each run. */
  readonly requests: number;
  readonly clients: number;
  /** The Python in whose environment the peer is installed; undefined without one. */
  readonly python: string | undefined;
  readonly isShort: boolean;
}

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      requests: { type: 'string' },
      clients: { type: 'string', default: '4' },
      python: { type: 'string' },
      short: { type: 'boolean', default: false },
    },
  });
  const count = (name: string, text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
    return value;
  };
  return {
    runs: count('runs', values.runs ?? (values.short ? '1' : '3')),
    requests: count('requests', values.requests ?? (values.short ? '100' : '1000')),
    clients: count('clients', values.clients),
    python: values.python ?? environment.PEER_PYTHON,
    isShort: values.short,
  };
}
