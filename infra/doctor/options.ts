import { parseArgs } from 'node:util';
import { UserError } from '../local/terminal/user-error.ts';

const options = {
  stack: { type: 'string' },
  'before-deploy': { type: 'boolean', default: false },
  context: { type: 'string', short: 'c', multiple: true, default: [] as string[] },
  json: { type: 'boolean', default: false },
  port: { type: 'string' },
  state: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export type Values = ReturnType<typeof readOptions>;

/** @throws UserError */
export function readOptions(args: readonly string[]) {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
  if (values.stack !== undefined && (values.port ?? values.state) !== undefined) {
    throw new UserError('--stack names a deployed service, --port and --state the local one: give one of both.');
  }
  return values;
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options }).values;
}

/** `key=value` of each `-c`. @throws UserError */
export function contextOf({ context }: Pick<Values, 'context'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    context.map((text) => {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (key === undefined || value === undefined) {
        throw new UserError(`-c: '${text}' is not a setting. Write it as -c sandboxLimit=20.`);
      }
      return [key, value];
    }),
  );
}
