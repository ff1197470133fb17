import type { Clock } from '../../../../platform/clock.ts';
import type { GitBases } from '../../../git/git-bases.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { StartSettings } from '../../../settings/start-settings.ts';
import type { EventWriter } from '../../events/event-store.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StartSecrets } from '../task/start-secrets.ts';
import type { StartTask } from '../task/start-task.ts';

/** The dependencies of a start's steps. */
export interface StepDeps {
  readonly workspace: AgentWorkspace;
  readonly agents: AgentConversations;
  readonly events: Pick<EventWriter, 'append'>;
  readonly gitBases: GitBases;
  readonly now: Clock;
}

/** One step's input, read anew each time, as another worker may have taken the steps before. */
export interface StepContext {
  readonly task: StartTask;
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
  readonly agent: AgentAccess;
  readonly settings: StartSettings;
  readonly secrets: StartSecrets;
  /** How long the step may take from now on. */
  readonly secondsLeft: number;
  readonly signal: AbortSignal;
  /** Whether this worker has to leave the rest to the next one. */
  readonly timeIsUp: () => boolean;
}

/** The changes that a step makes to the task for later steps. */
export type StepResult = Partial<Pick<StartTask, 'project' | 'detail'>>;
export type PerformStep = (context: StepContext, deps: StepDeps) => Promise<StepResult>;

/** Everything that a conversation starts with. */
export interface PayloadParts {
  readonly task: StartTask;
  readonly conversation: Conversation;
  readonly settings: StartSettings;
  readonly secrets: StartSecrets;
  /** The absolute path for the agent server. */
  readonly directory: string;
  readonly hooks: Record<string, unknown> | null;
}

/** Where an agent server is reached, and with which key. */
export interface AgentAccess {
  readonly url: string;
  readonly sessionKey: string;
}

export interface ShellCommand {
  /** A POSIX script that the agent server keeps in its history: no secret is in it. */
  readonly command: string;
  readonly limitSeconds: number;
}

export interface ShellOutcome {
  /** Null when the time was up: the command was killed with all its foreground processes. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The files and the shell of a sandbox, through its agent server. A worker and its replacement may both do the same, so
 * commands must be idempotent. The signal aborts every call at any point; a running command continues.
 *
 * All throw StartFailedError when the agent server refuses, AgentFailedError when it fails; any other error may pass.
 */
export interface AgentWorkspace {
  /** Writes a file at an absolute path. Its content is in no log and no history. */
  writeFile(agent: AgentAccess, path: string, content: string | Uint8Array, signal: AbortSignal): Promise<void>;
  /** Runs a command to its end. @throws HandOverError when `timeIsUp` before */
  run(agent: AgentAccess, command: ShellCommand, signal: AbortSignal, timeIsUp: () => boolean): Promise<ShellOutcome>;
}

/** Creates conversations on agent servers, and reads what their workspaces contain. */
export interface AgentConversations {
  /**
   * Safe to repeat: an existing conversation stays as it is. The signal aborts the call at any point.
   *
   * @param payload the body with which agent servers start conversations, with its id in it
   * @throws StartFailedError when the agent server refuses; AgentFailedError when it fails; any other error may pass.
   */
  create(agent: AgentAccess, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void>;
  /** The hooks of the agent that the project defines, as the agent server reads them; null where there are none. */
  hooksOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<Record<string, unknown> | null>;
  /** The names of the project's skills; none where the agent server cannot report them. */
  skillsOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<readonly string[]>;
}
