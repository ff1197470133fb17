import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withoutKeys, workspacePath } from '../settings/settings.ts';
import type { GroupKeeper } from './group-keeper.ts';
import { type OutputReader, runShell } from './shell-process.ts';

export interface CommandToRun {
  readonly command: string;
  readonly cwd: string | null;
  readonly timeoutSeconds: number;
  /** Variables that only this command has. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Runs commands in the sandbox: its directories, its environment, its processes. */
export class CommandRunner {
  private readonly workspace: string;
  private readonly keeper: GroupKeeper;

  constructor(workspace: string, keeper: GroupKeeper) {
    this.workspace = workspace;
    this.keeper = keeper;
  }

  /** @throws Error when the command cannot be started, or is aborted. */
  async run(command: CommandToRun, reader: OutputReader): Promise<number> {
    const home = join(this.workspace, '.home');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const environment = { ...commandEnvironment(process.env, home), ...command.environment };
    const directory = workspacePath(this.workspace, command.cwd ?? '.');
    return await runShell({ ...command, directory, environment }, reader, this.keeper);
  }
}

/** The server's environment without its keys. @param home protects the git settings of the machine's user */
function commandEnvironment(environment: NodeJS.ProcessEnv, home: string): Record<string, string> {
  return { AI_AGENT: 'openhands', ...withoutKeys(environment), HOME: home };
}
