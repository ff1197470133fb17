import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Settings, settingsFor } from '../config.ts';
import { readStateFile } from '../local/state/state-file.ts';
import { PROJECT_ROOT } from '../local/terminal/options.ts';
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
    throw new UserError('--stack is for a deployed service, --port and --state are for the local one. Use only one.');
  }
  return values;
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options }).values;
}

/** The settings of `-c key=value`. @throws UserError */
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

type Context = Readonly<Record<string, unknown>>;

export interface Wanted {
  /** The prefix of the stack names; by default, that of the settings. */
  readonly stack?: string | undefined;
  readonly isLocal: boolean;
  /** The context of the command line, which overrides the files. */
  readonly context: Context;
}

/** The settings of a deployment, read as the CDK does. @throws UserError */
export async function settingsOf({ stack, isLocal, context }: Wanted): Promise<Settings> {
  const given = { ...(await contextOfFiles()), ...context, ...(isLocal ? { stage: 'local' } : namedBy(stack)) };
  try {
    return settingsFor((key) => (given as Context)[key], Object.keys(given));
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/** Name and stage of a stack. @throws UserError */
function namedBy(stack: string | undefined): Context {
  if (stack === undefined) return {};
  const [, name, stage] = /^(.+)-(dev|prod|local)$/.exec(stack) ?? [];
  if (name === undefined) {
    throw new UserError(
      `--stack: '${stack}' is not a deployment. Write the stack names without the last part, such as agent-conversations-dev.`,
    );
  }
  return { name, stage };
}

/** The context of the CDK's files and of its command line. Later ones override earlier ones. */
async function contextOfFiles(): Promise<Context> {
  const [user, looked, project] = await Promise.all([
    readJson(join(homedir(), '.cdk.json')),
    readJson(join(PROJECT_ROOT, 'cdk.context.json')),
    readJson(join(PROJECT_ROOT, 'cdk.json')),
  ]);
  return {
    ...Object(user.context),
    ...looked,
    ...Object(project.context),
    ...parseJson('CDK_CONTEXT_JSON', process.env.CDK_CONTEXT_JSON),
  };
}

async function readJson(file: string): Promise<Context> {
  return parseJson(file, await readStateFile(file));
}

function parseJson(where: string, text: string | undefined): Context {
  try {
    return Object(JSON.parse(text ?? '{}')) as Context;
  } catch (cause) {
    throw new UserError(`${where} cannot be read as JSON: ${String(cause)}`);
  }
}
