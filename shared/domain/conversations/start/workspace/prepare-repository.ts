import { projectDirectory, rootIn } from '../../../sandboxes/agent/workspace-scripts.ts';
import type { GitAccess } from '../../../settings/start-settings.ts';
import { agentConversationId } from '../../record/conversation.ts';
import type { ShellOutcome, StepResult, WorkspaceContext, WorkspaceDeps } from '../agent/start-context.ts';
import { StartFailedError } from '../task/start-failed.ts';
import { commitAuthorScript } from './commit-author.ts';
import { ACCESS_FILE, accessFile } from './credential-helper.ts';
import type { Refresh } from './prebuilt.ts';
import { CLONE_FAILED, cloneScript, FOUND, IN_THE_WAY, initScript, NO_DEFAULT_BRANCH } from './prepare-script.ts';
import { notMade, run, SHORT, writePrivately } from './private-file.ts';
import { projectKey, setupKey } from './project-key.ts';
import { providerFor, type Remote, remoteOf, userNames } from './remote.ts';
import { otherIn, workspaceWarnings } from './workspace-warnings.ts';

/** Attempts to reach a server. */
const TRIES = 3;

/** Time limit of submodules, in seconds, and the part of the remaining time that they can take. */
const SUBMODULES = { seconds: 60, part: 0.5 };

/** Prepares the working directory, with the requested branch of the repository or with an empty repository. */
export async function prepareRepository(context: WorkspaceContext, deps: WorkspaceDeps): Promise<StepResult> {
  const { selected_repository: repository } = context.conversation;
  if (repository === null) {
    const script = `${initScript(context.sandbox.working_dir)}\n${commitAuthorScript(context.settings.gitUser)}`;
    const outcome = await run(context, deps, script, SHORT);
    if (outcome.exitCode !== 0) throw notMade(outcome);
    return resultOf(outcome, projectDirectory(repository));
  }
  const provider = providerFor(context.conversation, context.settings);
  const remote = remoteOf(repository, provider, context.settings, deps.gitBases);
  if (!remote)
    throw new StartFailedError(
      `The host of your ${provider} repositories is unknown. Add a ${provider} token with its host to your settings, then start again.`,
    );
  return cloned(repository, remote, context, deps);
}

async function cloned(
  repository: string,
  remote: Remote,
  context: WorkspaceContext,
  deps: WorkspaceDeps,
): Promise<StepResult> {
  const { conversation, sandbox, secondsLeft } = context;
  const { selected_branch: branch, conversation_id: id } = conversation;
  const directory = projectDirectory(repository);
  // The same for each attempt, and different for each conversation.
  const isBuild = typeof sandbox.prebuild_id === 'string';
  const freshBranch = isBuild ? '' : `openhands-workspace-${id.replaceAll(/[^A-Za-z0-9]/g, '').slice(-8)}`;
  const until = deps.now().getTime() + secondsLeft * 1000;
  for (let tries = 1; ; tries += 1) {
    const files = privateFiles(remote, isBuild ? undefined : context.settings.repositoryAccess?.access);
    const credentialOf = Object.keys(files).length === 0 ? null : await writePrivately(files, context, deps);
    const seconds = (until - deps.now().getTime()) / 1000;
    const script = cloneScript(sandbox.working_dir, {
      url: remote.url,
      directory,
      branch,
      freshBranch,
      refresh: refreshOf(sandbox, directory),
      credentialOf,
      project: projectKey(directory),
      conversations: [agentConversationId(conversation), conversation.forked_from?.agent_conversation_id ?? []].flat(),
      submoduleSeconds: Math.max(1, Math.floor(Math.min(SUBMODULES.seconds, seconds * SUBMODULES.part))),
    });
    const whole = `${script}\n${commitAuthorScript(context.settings.gitUser)}`;
    const outcome = await run(context, deps, whole, seconds);
    const asked = { repository, directory, branch, isOld: (conversation.working_dir ?? null) !== null };
    if (outcome.exitCode === 0)
      return { ...resultOf(outcome, directory), warnings: workspaceWarnings(asked, outcome.stdout, outcome.stderr) };
    if (outcome.exitCode === null) throw tooSlow(repository);
    if (outcome.exitCode === IN_THE_WAY) throw inTheWay(asked, outcome);
    if (outcome.exitCode === NO_DEFAULT_BRANCH) throw noDefaultBranch(repository, outcome);
    if (outcome.exitCode !== CLONE_FAILED) throw notMade(outcome);
    const output = outcome.stderr;
    const isLast = tries === TRIES || deps.now().getTime() > until;
    if (isLast || !mayPass(output)) throw cloneFailure({ repository, branch, remote, output });
  }
}

/** The files for the clone: the credential, and what later fetches and pushes ask the service with. */
function privateFiles({ credential, url, provider }: Remote, access: GitAccess | undefined): Record<string, string> {
  return {
    ...(credential === null ? {} : { git: `${credential}\n` }),
    ...(access ? { [ACCESS_FILE]: accessFile(access, new URL(url), userNames[provider]) } : {}),
  };
}

/** A sandbox can begin from a build of the repository. */
function refreshOf(sandbox: WorkspaceContext['sandbox'], directory: string): Refresh | null {
  const { prepared } = sandbox;
  if (!prepared) return null;
  const { build_id: buildId, setup_on_start: setupOnStart } = prepared;
  return { buildId, setupOnStart, project: projectKey(directory), setupKey: setupKey(sandbox, directory) };
}

function resultOf({ stdout }: ShellOutcome, directory: string): StepResult {
  const lines = stdout.split('\n');
  const found = (what: string) => lines.includes(`${FOUND}${what}`);
  return {
    project: {
      root: rootIn(stdout),
      directory,
      has_setup: found('setup'),
      has_hook: found('hook'),
      has_hooks_file: found('hooks file'),
      has_skills: found('skills'),
    },
  };
}

function inTheWay(asked: Parameters<typeof otherIn>[0], { stdout }: ShellOutcome): StartFailedError {
  return new StartFailedError(
    `${otherIn(asked, stdout)} It stays as it is. Start the conversation in a separate sandbox, or rename the directory.`,
  );
}

function noDefaultBranch(repository: string, { stdout }: ShellOutcome): StartFailedError {
  const branches = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('root '));
  return new StartFailedError(
    `The default branch of ${repository} does not exist, so there is nothing to check out. Correct it at the git provider, or start again with one of its branches:`,
    { text: branches.join(', '), keep: 'beginning' },
  );
}

function tooSlow(repository: string): StartFailedError {
  return new StartFailedError(
    `The repository ${repository} was not cloned in time. Start again; if it is very large, clone it in a conversation without a repository.`,
  );
}

interface FailedClone {
  readonly repository: string;
  readonly branch: string | null;
  readonly remote: Remote;
  /** The output of git. */
  readonly output: string;
}

/** Git's messages when the server refuses the credentials or asks for some. */
const REFUSED =
  /Authentication failed|could not read (Username|Password)|Invalid username|error: 40[13]|access denied/i;
const NO_BRANCH = /Remote branch .* not found|couldn't find remote ref/i;
const NOT_THERE = /not found|does not appear to be a git repository|error: 404/i;
const NO_HOST = /could not resolve host/i;
const UNREACHABLE =
  /could not resolve|failed to connect|connection (refused|reset|timed out)|timed out|error: 5\d\d|early EOF/i;

/** Whether another attempt may succeed. */
export function mayPass(output: string): boolean {
  return !REFUSED.test(output) && !NO_BRANCH.test(output) && UNREACHABLE.test(output);
}

/** Why a repository could not be cloned, for the user. */
export function cloneFailure({ repository, branch, remote, output }: FailedClone): StartFailedError {
  const { provider, url, credential, problem } = remote;
  const place = `${repository} at ${new URL(url).host}`;
  if (NO_BRANCH.test(output)) {
    return new StartFailedError(
      `The repository ${place} has no branch '${branch}'. Use an existing branch, or omit the branch to create a new one.`,
    );
  }
  if (credential === null && (REFUSED.test(output) || NOT_THERE.test(output))) {
    if (problem) return new StartFailedError(`The repository ${place} could not be cloned. ${problem}`);
    return new StartFailedError(
      `The repository ${place} does not exist or is private. Check its name, or add a ${provider} token to your settings and start again.`,
    );
  }
  if (REFUSED.test(output)) {
    return new StartFailedError(
      `${new URL(url).host} refused your ${provider} token for the repository ${repository}. Renew the token in your settings, give it access to the repository, and start again.`,
    );
  }
  if (NOT_THERE.test(output)) {
    return new StartFailedError(
      `The repository ${place} was not found with your ${provider} token. Check its name, and that the token has access to it.`,
    );
  }
  const said = { text: output, keep: 'end' } as const;
  if (NO_HOST.test(output))
    return new StartFailedError(
      `${new URL(url).host} could not be reached to clone ${repository}: no such host was found. Correct the host of your ${provider} token if it is wrong, or start again in a while.`,
    );
  if (UNREACHABLE.test(output))
    return new StartFailedError(
      `${new URL(url).host} could not be reached to clone ${repository}. Start again in a while. git said:`,
      said,
    );
  return new StartFailedError(`The repository ${place} could not be cloned. git said:`, said);
}
