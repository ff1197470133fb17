import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The folder of the project. */
const PROJECT_ROOT = resolve(import.meta.dirname, '..', '..', '..');

export interface Options {
  /** How often the service is started; medians are of these. */
  readonly runs: number;
  /** Requests of each operation in each run. */
  readonly requests: number;
  readonly clients: number;
  /** Lists of the run that looks at memory. */
  readonly memoryRequests: number;
  readonly idleSeconds: number;
  readonly isShort: boolean;
  /** The checkout whose local service is measured. */
  readonly root: string;
  /** Where the figures go as JSON. */
  readonly json: string | undefined;
}

/** @throws with one sentence when an option is unknown or makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      requests: { type: 'string' },
      clients: { type: 'string', default: '8' },
      'memory-requests': { type: 'string' },
      'idle-seconds': { type: 'string' },
      short: { type: 'boolean', default: false },
      root: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const isShort = values.short;
  const usual = isShort
    ? { runs: '1', requests: '50', 'memory-requests': '100', 'idle-seconds': '1' }
    : { runs: '3', requests: '1000', 'memory-requests': '30000', 'idle-seconds': '60' };
  const count = (name: 'runs' | 'requests' | 'clients' | 'memory-requests' | 'idle-seconds'): number => {
    const value = Number(values[name] ?? (name === 'clients' ? undefined : usual[name]));
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
    return value;
  };
  return {
    runs: count('runs'),
    requests: count('requests'),
    clients: count('clients'),
    memoryRequests: count('memory-requests'),
    idleSeconds: count('idle-seconds'),
    isShort,
    root: resolve(values.root ?? PROJECT_ROOT),
    json: values.json,
  };
}
