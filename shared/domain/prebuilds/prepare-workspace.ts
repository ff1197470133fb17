import type { WorkspaceContext, WorkspaceDeps } from '../conversations/start/agent/start-context.ts';
import { secretsIn } from '../conversations/start/saga/confidential.ts';
import { type GitAccessDeps, withGitAccess } from '../conversations/start/saga/git-access.ts';
import { errorText, quoted, StartFailedError } from '../conversations/start/task/start-failed.ts';
import { builtIn, sealBuildScript } from '../conversations/start/workspace/prebuilt.ts';
import { prepareRepository } from '../conversations/start/workspace/prepare-repository.ts';
import { projectKey } from '../conversations/start/workspace/project-key.ts';
import { providerFor } from '../conversations/start/workspace/remote.ts';
import { runSetupScript } from '../conversations/start/workspace/set-up-project.ts';
import type { SandboxKeys } from '../sandboxes/agent/keys.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import type { SettingsReader } from '../settings/start-settings.ts';
import type { Build, Prebuild, Prepared } from './prebuild.ts';

export interface PrepareDeps extends WorkspaceDeps, GitAccessDeps {
  readonly keys: Pick<SandboxKeys, 'sessionKey' | 'accessKey'>;
  readonly settings: SettingsReader;
}

/** The build cannot succeed. The message is for the owner. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError';
  readonly code: string;
  readonly output: string | null;

  constructor(code: string, message: string, output: string | null = null) {
    super(message);
    this.code = code;
    this.output = output;
  }
}

/** Time limits of the steps in seconds, as at a start of a conversation. */
const limits = { clone: 120, setup: 600, seal: 60 } as const;

/** No secrets of a request. */
const noSecrets = { secrets: {}, mcp_servers: {} };

interface Turn {
  readonly signal: AbortSignal;
  readonly timeIsUp: () => boolean;
}

/**
 * Clones the repository, runs its set-up and marks the workspace as built. Each part can be repeated after a crash.
 *
 * @throws BuildFailedError; AgentFailedError; HandOverError; temporary errors, whose messages are without secrets
 */
export async function prepareWorkspace(
  row: Prebuild,
  build: Build,
  sandbox: Sandbox,
  turn: Turn,
  deps: PrepareDeps,
): Promise<Prepared> {
  const { agent_url: url } = sandbox;
  if (!url) throw new Error(`sandbox ${sandbox.sandbox_id} runs without an agent URL`);
  const choice = { llmProfile: null, agentProfileId: null, agentKind: null };
  const wanted = { selected_repository: row.repository, git_provider: row.git_provider };
  const [sessionKey, settings] = await Promise.all([
    deps.keys.sessionKey(sandbox),
    deps.settings.forStart(row.owner_id, choice).then((own) => withGitAccess(own, sandbox, wanted, deps)),
  ]);
  const agent = { url, sessionKey };
  const known = secretsIn({ agent, settings, secrets: noSecrets });
  const context: WorkspaceContext = {
    ...turn,
    sandbox,
    agent,
    settings,
    secrets: noSecrets,
    secondsLeft: limits.clone,
    task: { start_task_id: build.build_id, project: null },
    conversation: {
      owner_id: row.owner_id,
      conversation_id: build.build_id,
      ...wanted,
      selected_branch: row.branch,
      working_dir: null,
    },
  };
  try {
    const provider = providerFor(row, settings);
    return { ...(await takeSteps(context, build.build_id, known, deps)), git_provider: provider };
  } catch (error) {
    if (!(error instanceof StartFailedError)) throw error;
    throw new BuildFailedError('clone_failed', errorText(error, known));
  }
}

async function takeSteps(
  first: WorkspaceContext,
  buildId: string,
  known: readonly string[],
  deps: WorkspaceDeps,
): Promise<Pick<Prepared, 'commit' | 'branch'>> {
  const { project } = await prepareRepository(first, deps);
  if (!project) throw new Error(`the clone of build ${buildId} names no project`);
  const task = { ...first.task, project };
  const { warnings = [] } = await runSetupScript({ ...first, task, secondsLeft: limits.setup }, deps);
  const [failed] = warnings;
  if (failed) {
    const [how = ''] = failed.message.split('. ');
    const output = quoted({ text: failed.output ?? '', keep: 'end' }, known) || null;
    throw new BuildFailedError('setup_script_failed', `${how}. Correct the script, then build again.`, output);
  }
  const { sandbox, agent, signal, timeIsUp } = first;
  const command = sealBuildScript({
    workingDir: sandbox.working_dir,
    directory: project.directory,
    buildId,
    project: projectKey(project.directory),
  });
  const sealed = await deps.workspace.run(agent, { command, limitSeconds: limits.seal }, signal, timeIsUp);
  if (sealed.exitCode !== 0) {
    const text = { text: sealed.stderr, keep: 'end' } as const;
    throw new StartFailedError('The workspace could not be marked as built. Build again. The sandbox said:', text);
  }
  return builtIn(sealed.stdout);
}
