import { AGENT_SERVER_PLACEHOLDER, notInstalled } from '../../specs/installed-program.ts';
import { builtAgent } from '../build/built-agent.ts';
import { findProgram } from '../programs/executables.ts';
import type { TaskRecord } from './task-record.ts';

/** A task that cannot run on this machine. The message is a sentence for the person who started it. */
export class CannotStartError extends Error {
  override readonly name = 'CannotStartError';
}

export interface RecipePlaces {
  /** The project folder, for `{root}`. */
  readonly projectRoot: string;
  /** Folders in which programs are looked up, in the form of the PATH variable. */
  readonly searchPath: string;
  /** The part of a task family before the name of a sandbox spec. */
  readonly familyPrefix: string;
  /** The OpenHands agent server of this machine, for `{agent-server}`. It can be installed while the service runs. */
  readonly agentServer?: (() => string | undefined) | undefined;
}

/** ECS's reason for a missing program. It tells callers that the same definition would fail again. */
const NO_PROGRAM = 'CannotStartContainerError: executable file not found';

/** @throws CannotStartError when the task has no local command or needs a program that is not installed */
export async function checkRecipe(task: TaskRecord, places: RecipePlaces): Promise<void> {
  const { familyPrefix, searchPath, projectRoot } = places;
  const spec = task.family.startsWith(familyPrefix) ? task.family.slice(familyPrefix.length) : task.family;
  if (!task.hasImage) throw new CannotStartError(cannotPull(task.container.image));
  const cannotRun = `${NO_PROGRAM}: the sandbox spec '${spec}' cannot run on this machine:`;
  if (!task.recipe) {
    throw new CannotStartError(
      `${cannotRun} it has no local command. Choose a spec that has one, or add one to the spec.`,
    );
  }
  const { command, requires } = task.recipe;
  const needed = requires?.program === AGENT_SERVER_PLACEHOLDER ? places.agentServer?.() : requires?.program;
  if (requires && !(needed && (await findProgram(needed, searchPath)))) {
    throw new CannotStartError(
      `${NO_PROGRAM}: ${notInstalled(requires.program)}. Install it with: ${requires.install}`,
    );
  }
  const program = (command[0] ?? '').replace('{node}', process.execPath).replace('{root}', projectRoot);
  if (!(await findProgram(program, searchPath))) {
    throw new CannotStartError(`${cannotRun} the program ${program} was not found. Install it in a folder of PATH.`);
  }
}

/** What Fargate says about an image that its registry does not have. No image is pulled on this machine. */
function cannotPull(image: string): string {
  const tried = `CannotPullContainerError: pull image manifest has been retried 1 time(s): failed to resolve ref ${image}`;
  return `${tried}: ${image}: not found`;
}

/** A task's command with its placeholders filled in. @throws CannotStartError for an unknown one */
export async function commandOf(
  task: TaskRecord,
  { projectRoot, agentServer }: Pick<RecipePlaces, 'projectRoot' | 'agentServer'>,
  workspace: string,
): Promise<readonly string[]> {
  const command = task.recipe?.command ?? [];
  const known: Record<string, string | number | undefined> = { node: process.execPath, root: projectRoot, workspace };
  known['agent-server'] = agentServer?.();
  if (command.some((part) => part.includes('{agent}'))) known.agent = await builtAgent();
  for (const { name, hostPort } of task.container.ports) known[`port:${name}`] = hostPort;
  return command.map((part) =>
    part.replace(/\{(node|root|agent|agent-server|workspace|port:\w+)\}/g, (placeholder, key: string) => {
      const value = known[key.startsWith('port:') ? key.toLowerCase().replaceAll('_', '-') : key];
      if (value !== undefined) return String(value);
      throw new CannotStartError(
        `The local command of ${task.family} has ${placeholder}, which this machine does not have.`,
      );
    }),
  );
}
