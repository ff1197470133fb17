import { assignments, quoted } from '../../../../platform/shell.ts';
import { agentPath, inWorkingDirectory } from '../../../sandboxes/agent/workspace-scripts.ts';
import { ownSecretsOf } from '../agent/agent-secrets.ts';
import type { StepContext, StepDeps, StepResult, WorkspaceContext, WorkspaceDeps } from '../agent/start-context.ts';
import type { Project } from '../task/start-task.ts';
import { writePrivately } from './private-file.ts';
import { projectKey, setupKey } from './project-key.ts';
import { SECRETS_FILE, SETUP_FAILED, setupScript } from './setup-script.ts';

/** Names that a shell takes for a variable, but not for one that it or the set-up needs itself. */
const VARIABLE = /^(?!(?:PATH|HOME|IFS|ENV|BASH\w*|LD_\w+|__setup_\w+)$)[A-Za-z_][A-Za-z0-9_]*$/;

/** Time in seconds to report the result after the set-up's own limit. */
const REPORT_SECONDS = 15;

/** @throws before the first step, which prepares the project. */
function projectOf({ task }: Pick<WorkspaceContext, 'task'>): Project {
  if (!task.project) throw new Error(`start task ${task.start_task_id} has no project yet`);
  return task.project;
}

/** The absolute path of the project's directory on the agent server. */
export function directoryOf(context: Pick<StepContext, 'task' | 'sandbox'>): string {
  const { root, directory } = projectOf(context);
  return agentPath(root, context.sandbox.working_dir, directory);
}

/** Runs the repository's set-up script, once on each machine. */
export async function runSetupScript(context: WorkspaceContext, deps: WorkspaceDeps): Promise<StepResult> {
  const { task, sandbox, agent, secondsLeft, signal, timeIsUp } = context;
  const { directory, has_setup: hasSetup } = projectOf(context);
  if (!hasSetup) return {};
  const limitSeconds = Math.ceil(secondsLeft);
  const secrets = [...ownSecretsOf(context.settings, context.secrets)].filter(([name]) => VARIABLE.test(name));
  const command = setupScript({
    workingDir: sandbox.working_dir,
    directory,
    key: setupKey(sandbox, directory),
    project: projectKey(directory),
    startTaskId: task.start_task_id,
    limitSeconds,
    secretsOf: secrets.length === 0 ? null : await writeSecrets(secrets, context, deps),
    secretNames: secrets.map(([name]) => name),
  });
  const outcome = await deps.workspace.run(
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

/** Writes secrets as a script that exports them, readable only by its user. @returns the id of its directory */
function writeSecrets(
  secrets: readonly (readonly [string, { readonly value: string }])[],
  context: WorkspaceContext,
  deps: WorkspaceDeps,
): Promise<string> {
  const lines = secrets.map(([name, { value }]) => `export ${name}=${quoted(value.replaceAll('\0', ''))}\n`);
  return writePrivately({ [SECRETS_FILE]: lines.join('') }, context, deps);
}

/** The conversation starts nevertheless, as a script that ends with a failed test of a file is not a failure. */
function setupWarning(how: string, lines: readonly string[]): StepResult {
  const message = `.openhands/setup.sh ${how}. The conversation started anyway. Fix the script in the repository, or ask the agent to.`;
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
