import { createHash } from 'node:crypto';
import { assignments } from '../../../../platform/shell.ts';
import {
  agentPath,
  inWorkingDirectory,
  oneAtATime,
  scratchDirectory,
} from '../../../sandboxes/agent/workspace-scripts.ts';
import type { StepContext, StepDeps, StepResult } from '../agent/start-context.ts';
import type { Project } from '../task/start-task.ts';

/** Time in seconds to report the result after the set-up's own limit. */
const REPORT_SECONDS = 15;

/** @throws before the first step, which prepares the project. */
function projectOf({ task }: Pick<StepContext, 'task'>): Project {
  if (!task.project) throw new Error(`start task ${task.start_task_id} has no project yet`);
  return task.project;
}

/** The absolute path of the project's directory on the agent server. */
export function directoryOf(context: Pick<StepContext, 'task' | 'sandbox'>): string {
  const { root, directory } = projectOf(context);
  return agentPath(root, context.sandbox.working_dir, directory);
}

/** Runs the repository's set-up script, once on each machine. */
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
  // `timeout` exits with 124.
  if (outcome.exitCode === null || code === '124') return setupWarning('did not end in time and was stopped', lines);
  if (outcome.exitCode === SETUP_FAILED) return setupWarning(`ended with exit code ${code}`, lines);
  return setupWarning('could not be run', [outcome.stderr]);
}

/** The conversation starts nevertheless, as a script that ends with a failed test of a file is not a failure. */
function setupWarning(how: string, lines: readonly string[]): StepResult {
  const message = `.openhands/setup.sh ${how}. The conversation started without what it did not set up. Correct it in the repository, or ask the agent to.`;
  return { warnings: [{ code: 'setup_script_failed', message, output: lines.join('\n') }] };
}

/** Installs the repository's pre-commit script as a git hook. */
export async function setUpGitHooks(context: StepContext, { workspace }: StepDeps): Promise<StepResult> {
  const { sandbox, agent, secondsLeft, signal, timeIsUp } = context;
  const { directory, has_hook: hasHook } = projectOf(context);
  if (!hasHook) return {};
  const command = hookScript(sandbox.working_dir, directory);
  const limitSeconds = Math.ceil(secondsLeft);
  const { exitCode, stderr } = await workspace.run(agent, { command, limitSeconds }, signal, timeIsUp);
  if (exitCode === 0) return {};
  const how = exitCode === null ? 'it took too long' : `exit code ${exitCode}`;
  const message = `.openhands/pre-commit.sh could not be installed as a git hook: ${how}. Commits are made without it.`;
  return { warnings: [{ code: 'git_hook_not_installed', message, output: stderr }] };
}

/** Lists a project's skills for the task; the agent server reads them itself. */
export async function setUpSkills(context: StepContext, { agents }: StepDeps): Promise<StepResult> {
  if (!projectOf(context).has_skills) return { detail: 'The project has no skills.' };
  const names = await agents.skillsOf(context.agent, directoryOf(context), context.signal);
  return {
    detail:
      names.length === 0 ? 'The skills of the project cannot be read.' : `Skills: ${names.join(', ').slice(0, 500)}`,
  };
}

/** Exit code for a failed set-up script. The output is its exit code and its last lines. */
export const SETUP_FAILED = 30;

/** Limits of the set-up's output. */
const LINES = 20;
const BYTES = 100_000;

interface SetupRun {
  readonly workingDir: string;
  readonly directory: string;
  /** Identifies the machine. The set-up runs once on each, as its installations are lost with the machine. */
  readonly key: string;
  /** The start. A failed set-up is repeated only for a later start. */
  readonly startTaskId: string;
  readonly limitSeconds: number;
}

/** Runs `.openhands/setup.sh` once. Exit code and output are in files, for a worker that takes over. */
export function setupScript({ workingDir, directory, key, startTaskId, limitSeconds }: SetupRun): string {
  return `${inWorkingDirectory(workingDir, directory)}
${scratchDirectory}
${assignments({ key, id: startTaskId, limit: String(limitSeconds) })}
[ -f .openhands/setup.sh ] || exit 0
result="$scratch/setup-$key"
${oneAtATime}
code= by=
[ ! -f "$result" ] || { read -r code; read -r by; } <"$result"
if [ "$code" != 0 ] && [ "$by" != "$id" ]; then
  if command -v timeout >/dev/null; then set -- timeout -k 5 "$limit" bash; else set -- bash; fi
  "$@" .openhands/setup.sh >"$result.log" 2>&1 </dev/null 9>&-
  code=$?
  printf '%s\\n%s\\n' "$code" "$id" >"$result.new" && mv "$result.new" "$result" || exit 1
fi
[ "$code" != 0 ] || exit 0
echo "$code"
tail -n ${LINES} "$result.log" | tail -c ${BYTES}
exit ${SETUP_FAILED}`;
}

/** Distinguishes the service's hook from the repository's. */
const MARK = 'Runs .openhands/pre-commit.sh of the repository.';

const hook = `#!/bin/sh
# ${MARK}
earlier="$(dirname -- "$0")/pre-commit.local"
if [ -x "$earlier" ]; then "$earlier" "$@" || exit $?; fi
exec bash .openhands/pre-commit.sh "$@"
`;

/** Installs `.openhands/pre-commit.sh` as the pre-commit hook. Keeps an existing hook, which runs first. Idempotent. */
export function hookScript(workingDir: string, directory: string): string {
  return `${inWorkingDirectory(workingDir, directory)}
${assignments({ hook, mark: MARK })}
[ -f .openhands/pre-commit.sh ] || exit 0
hooks="$(git -c 'safe.directory=*' rev-parse --git-path hooks)" && mkdir -p -- "$hooks" || exit 1
if [ -e "$hooks/pre-commit" ] && ! grep -qF "$mark" "$hooks/pre-commit"; then
  mv -- "$hooks/pre-commit" "$hooks/pre-commit.local" || exit 1
fi
printf '%s' "$hook" >"$hooks/pre-commit.new" && chmod 755 "$hooks/pre-commit.new" && mv -- "$hooks/pre-commit.new" "$hooks/pre-commit"`;
}
