import { createHash } from 'node:crypto';
import { agentPath } from '../../../../platform/shell.ts';
import type { StepContext, StepDeps, StepResult } from '../agent/start-context.ts';
import { StartFailedError } from '../task/start-failed.ts';
import type { Project } from '../task/start-task.ts';
import { hookScript } from './hook-script.ts';
import { SETUP_FAILED, setupScript } from './setup-script.ts';

/** How many seconds longer than the set-up the command may take, to report its result. */
const REPORT_SECONDS = 15;

/** Where the conversation works. @throws when no step has prepared it: the first one does. */
function projectOf({ task }: Pick<StepContext, 'task'>): Project {
  if (!task.project) throw new Error(`start task ${task.start_task_id} has no project yet`);
  return task.project;
}

/** The absolute path of the project's directory for the agent server. */
export function directoryOf(context: Pick<StepContext, 'task' | 'sandbox'>): string {
  const { root, directory } = projectOf(context);
  return agentPath(root, context.sandbox.working_dir, directory);
}

/** Runs the repository's own set-up, once for each machine. */
export async function runSetupScript(context: StepContext, { workspace }: StepDeps): Promise<StepResult> {
  const { task, sandbox, agent, secondsLeft, signal, timeIsUp } = context;
  const { directory, has_setup: hasSetup } = projectOf(context);
  if (!hasSetup) return {};
  const key = `${sandbox.generation}-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
  const limitSeconds = Math.ceil(secondsLeft);
  const command = setupScript({
    workingDir: sandbox.working_dir,
    directory,
    key,
    startTaskId: task.start_task_id,
    limitSeconds,
  });
  const outcome = await workspace.run(
    agent,
    { command, limitSeconds: limitSeconds + REPORT_SECONDS },
    signal,
    timeIsUp,
  );
  if (outcome.exitCode === 0) return {};
  const [code = '', ...lines] = outcome.stdout.split('\n').filter((line) => !line.startsWith('root '));
  // 124: `timeout` ended it.
  if (outcome.exitCode === null || code === '124') throw setupFailure('did not end in time', lines);
  if (outcome.exitCode === SETUP_FAILED) throw setupFailure(`ended with exit code ${code}`, lines);
  throw setupFailure('could not be run', [outcome.stderr]);
}

function setupFailure(how: string, lines: readonly string[]): StartFailedError {
  const text = lines.join('\n').trim();
  const last = text === '' ? 'It said nothing.' : 'It said last:';
  const message = `.openhands/setup.sh ${how}. Correct it in the repository and start again. ${last}`;
  return new StartFailedError(message, { text, keep: 'end' });
}

/** Installs the repository's pre-commit script as a hook of git. */
export async function setUpGitHooks(context: StepContext, { workspace }: StepDeps): Promise<StepResult> {
  const { sandbox, agent, secondsLeft, signal, timeIsUp } = context;
  const { directory, has_hook: hasHook } = projectOf(context);
  if (!hasHook) return {};
  const command = hookScript(sandbox.working_dir, directory);
  const limitSeconds = Math.ceil(secondsLeft);
  const { exitCode, stderr } = await workspace.run(agent, { command, limitSeconds }, signal, timeIsUp);
  if (exitCode === 0) return {};
  const how = exitCode === null ? 'it took too long' : `exit code ${exitCode}`;
  const message = `.openhands/pre-commit.sh could not be installed as a git hook: ${how}.`;
  throw new StartFailedError(message, { text: stderr, keep: 'end' });
}

/** Lists a project's skills for the task; the agent server reads them itself. */
export async function setUpSkills(context: StepContext, { agents }: StepDeps): Promise<StepResult> {
  if (!projectOf(context).has_skills) return { detail: 'The project brings no skills along.' };
  const names = await agents.skillsOf(context.agent, directoryOf(context), context.signal);
  return {
    detail: names.length === 0 ? 'No skill of the project can be read.' : `Skills: ${names.join(', ').slice(0, 500)}`,
  };
}
