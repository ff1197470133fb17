import { parseArgs } from 'node:util';

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
