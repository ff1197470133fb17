import { parseArgs } from 'node:util';
import { findService, type OutputName, type Target } from '../keys/find-service.ts';

/** Finds a service. Its clients retry, because AWS accepts only a few changes per second. @throws UserError */
export async function findForRestore<Name extends OutputName>(target: Target, ...names: readonly Name[]) {
  const { client, outputs, deployment } = await findService(target, ...names);
  return { client: { ...client, maxAttempts: 10, retryMode: 'adaptive' }, outputs, deployment };
}

/** Processes items with limited concurrency. @returns the results in order @throws the first error */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

const options = {
  stack: { type: 'string' },
  port: { type: 'string' },
  state: { type: 'string' },
  apply: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  name: { type: 'string' },
  at: { type: 'string' },
  from: { type: 'string' },
  owner: { type: 'string' },
  replace: { type: 'boolean', default: false },
  deleted: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  version: { type: 'string' },
  sandbox: { type: 'string' },
  snapshot: { type: 'string' },
  release: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export type Values = ReturnType<typeof readOptions>['values'];

/** @throws the error of `parseArgs` for an unknown option */
export function readOptions(args: readonly string[] = process.argv.slice(2)) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}
