import { randomUUID } from 'node:crypto';
import type { ShellOutcome, WorkspaceContext, WorkspaceDeps } from '../agent/start-context.ts';
import { StartFailedError } from '../task/start-failed.ts';
import { credentialDirectoryScript } from './prepare-script.ts';

/** Time limit of a script that only creates or reads a directory, in seconds. */
export const SHORT = 30;

/** Writes files with secrets that only their user can read, for one script. @returns the id of their directory */
export async function writePrivately(
  files: Readonly<Record<string, string>>,
  context: WorkspaceContext,
  deps: Pick<WorkspaceDeps, 'workspace'>,
): Promise<string> {
  const { agent, signal } = context;
  const id = randomUUID();
  const made = await run(context, deps, credentialDirectoryScript(id), SHORT);
  const directory = made.stdout.trim().split('\n').at(-1);
  if (made.exitCode !== 0 || !directory?.startsWith('/')) throw notMade(made);
  await Promise.all(
    Object.entries(files).map(([name, text]) => deps.workspace.writeFile(agent, `${directory}/${name}`, text, signal)),
  );
  return id;
}

export function run(
  context: WorkspaceContext,
  deps: Pick<WorkspaceDeps, 'workspace'>,
  command: string,
  seconds: number,
): Promise<ShellOutcome> {
  const limitSeconds = Math.max(1, Math.ceil(Math.min(seconds, context.secondsLeft)));
  return deps.workspace.run(context.agent, { command, limitSeconds }, context.signal, context.timeIsUp);
}

export function notMade({ exitCode, stderr }: ShellOutcome): StartFailedError {
  const how = exitCode === null ? 'the command took too long' : `it ended with exit code ${exitCode}`;
  const message = `The workspace could not be prepared: ${how}. Start again in a new sandbox.`;
  return new StartFailedError(message, { text: stderr, keep: 'end' });
}
