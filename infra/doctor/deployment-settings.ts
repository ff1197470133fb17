import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Settings, settingsFor } from '../config.ts';
import { readStateFile } from '../local/state/state-file.ts';
import { PROJECT_ROOT } from '../local/terminal/options.ts';
import { UserError } from '../local/terminal/user-error.ts';

type Context = Readonly<Record<string, unknown>>;

export interface Wanted {
  /** What the names of the stacks begin with; without it, what the settings say. */
  readonly stack?: string | undefined;
  readonly isLocal: boolean;
  /** Of the command line: it wins over the files. */
  readonly context: Context;
}

/** The settings of a deployment as the CDK would read them in this checkout. @throws UserError */
export async function settingsOf({ stack, isLocal, context }: Wanted): Promise<Settings> {
  const given = { ...(await contextOfFiles()), ...context, ...(isLocal ? { stage: 'local' } : namedBy(stack)) };
  try {
    return settingsFor((key) => (given as Context)[key]);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/** Stacks are called by name and stage. @throws UserError */
function namedBy(stack: string | undefined): Context {
  if (stack === undefined) return {};
  const [, name, stage] = /^(.+)-(dev|prod|local)$/.exec(stack) ?? [];
  if (name === undefined) {
    throw new UserError(
      `--stack: '${stack}' names no deployment. It is the name of the stacks without their last part, and ends with the stage, as agent-conversations-dev.`,
    );
  }
  return { name, stage };
}

/** The files that the CDK reads, and what its command line hands on. The last wins. */
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
    ...parse('CDK_CONTEXT_JSON', process.env.CDK_CONTEXT_JSON),
  };
}

async function readJson(file: string): Promise<Context> {
  return parse(file, await readStateFile(file));
}

function parse(where: string, text: string | undefined): Context {
  try {
    return Object(JSON.parse(text ?? '{}')) as Context;
  } catch (cause) {
    throw new UserError(`${where} cannot be read as JSON: ${String(cause)}`);
  }
}
