import type { Clock } from '../../../../platform/clock.ts';
import type { GitBases } from '../../../git/git-bases.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { StartSettings } from '../../../settings/start-settings.ts';
import type { EventPage } from '../../agent/event-page.ts';
import type { EventWriter } from '../../events/event-store.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { ConversationReports } from '../../record/conversation-state.ts';
import type { ConversationStore } from '../../record/conversation-store.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import type { StartSecrets } from '../task/start-secrets.ts';
import type { StartTask } from '../task/start-task.ts';
import type { StepWarning } from '../task/start-warnings.ts';

/** The dependencies of a start's steps. */
export interface StepDeps {
  readonly workspace: AgentWorkspace;
  readonly agents: AgentConversations;
  readonly events: Pick<EventWriter, 'append'>;
  readonly uploads: Pick<Uploads, 'read'>;
  readonly forks: AgentForks;
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly reports: ConversationReports;
  readonly gitBases: GitBases;
  /** Keeps the first message, which the agent may have, as a pending message. Idempotent. */
  readonly keepFirstMessage: (task: StartTask, sandbox: Sandbox) => Promise<void>;
  readonly now: Clock;
}

/** The input of a step, read again for each step, as another worker may have taken the earlier ones. */
export interface StepContext {
  readonly task: StartTask;
  readonly conversation: Conversation;
  readonly sandbox: Sandbox;
  readonly agent: AgentAccess;
  /** Their language model is that of the conversation, as its agent gets it. */
  readonly settings: StartSettings;
  readonly secrets: StartSecrets;
  /** What the row keeps of that model. */
  readonly model: Pick<Conversation, 'model_key_hash'> & Partial<Pick<Conversation, 'llm_model'>>;
  /** Remaining time of the step. */
  readonly secondsLeft: number;
  readonly signal: AbortSignal;
  /** Whether the agent may have got the step's request before, without a known result. */
  readonly isRepeated: boolean;
  /** Whether this worker must hand over to the next one. */
  readonly timeIsUp: () => boolean;
  /** Records the progress of a step, for a worker that takes over. */
  readonly keep: (progress: Pick<StartTask, 'history_after'>) => Promise<void>;
}

/** The input of the steps that prepare the workspace, which builds of prebuilds take too, without a conversation. */
export interface WorkspaceContext extends Omit<StepContext, 'task' | 'conversation' | 'model' | 'isRepeated' | 'keep'> {
  readonly task: Pick<StartTask, 'start_task_id' | 'project'>;
  readonly conversation: Pick<
    Conversation,
    | 'owner_id'
    | 'conversation_id'
    | 'selected_repository'
    | 'selected_branch'
    | 'git_provider'
    | 'working_dir'
    | 'forked_from'
  >;
}

/** The dependencies of those steps. */
export type WorkspaceDeps = Pick<StepDeps, 'workspace' | 'gitBases' | 'now'>;

/** The changes of the task for later steps, and what the user should know. */
export type StepResult = Partial<Pick<StartTask, 'project' | 'detail'>> & {
  readonly warnings?: readonly StepWarning[];
};
export type PerformStep = (context: StepContext, deps: StepDeps) => Promise<StepResult>;

/** The input of the request that creates a conversation on an agent server. */
export interface PayloadParts {
  readonly task: StartTask;
  readonly conversation: Conversation;
  readonly settings: StartSettings;
  readonly secrets: StartSecrets;
  /** The absolute path for the agent server. */
  readonly directory: string;
  readonly hooks: Record<string, unknown> | null;
  /** The MCP servers that do not work, by name. They are left out: one that hangs takes the tools of all others. */
  readonly broken?: ReadonlyMap<string, unknown>;
}

export interface AgentAccess {
  readonly url: string;
  readonly sessionKey: string;
}

/** Content that is made while it is sent. */
export interface StreamedContent {
  readonly bytes: number;
  /** Can be called again, for another attempt. */
  readonly pieces: () => Iterable<Uint8Array>;
}

export interface ShellCommand {
  /** A POSIX script without secrets, as the agent server keeps it in its history. */
  readonly command: string;
  readonly limitSeconds: number;
}

export interface ShellOutcome {
  /** Null if the command was killed at its time limit, with all its foreground processes. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The files and the shell of a sandbox, through its agent server. Commands must be idempotent, as a worker and its
 * replacement can run the same one. The signal aborts a request, but not the running command.
 *
 * All methods throw StartFailedError when the agent server refuses, and AgentFailedError when it fails. Other errors
 * are temporary.
 */
export interface AgentWorkspace {
  /** Writes a file at an absolute path. Its content appears in no log or history. */
  writeFile(agent: AgentAccess, path: string, content: string | StreamedContent, signal: AbortSignal): Promise<void>;
  /** Runs a command to its end. @throws HandOverError when `timeIsUp` before */
  run(agent: AgentAccess, command: ShellCommand, signal: AbortSignal, timeIsUp: () => boolean): Promise<ShellOutcome>;
}

/** The conversations on the disk of an agent server. All methods throw as those of `AgentConversations` do. */
export interface AgentForks {
  /** The ids of all conversations, with the times of their creation. */
  conversations(agent: AgentAccess, signal: AbortSignal): Promise<readonly { id: string; createdAt: string }[]>;
  /** The newest events of a conversation, or those before a page. */
  page(agent: AgentAccess, agentConversationId: string, after: string | null, signal: AbortSignal): Promise<EventPage>;
  /** Deletes a conversation, unless it is gone. */
  delete(agent: AgentAccess, agentConversationId: string, signal: AbortSignal): Promise<void>;
}

/** Creates conversations on agent servers and reads the hooks and skills of their projects. */
export interface AgentConversations {
  /**
   * Idempotent: an existing conversation stays unchanged.
   *
   * @param payload the body of the request, which contains the conversation's id
   * @param isRepeated whether an earlier request may still be on its way, so that the first message is not sent again
   * @returns whether the conversation existed, and then whether it has the first message or may still get it
   * @throws StartFailedError when the agent server refuses; AgentFailedError when it fails. Other errors are temporary.
   */
  create(
    agent: AgentAccess,
    payload: Readonly<Record<string, unknown>>,
    isRepeated: boolean,
    signal: AbortSignal,
  ): Promise<'created' | 'existing' | 'unconfirmed'>;
  /** Whether the agent server has a conversation. */
  has(agent: AgentAccess, agentConversationId: string, signal: AbortSignal): Promise<boolean>;
  /** Gives a conversation another language model. @throws as `create` */
  switchModel(
    agent: AgentAccess,
    agentConversationId: string,
    llm: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<void>;
  /** The project's hooks as the agent server reads them; null if there are none. */
  hooksOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<Record<string, unknown> | null>;
  /** Why an MCP server does not work; undefined if it works, or if the agent server cannot test it. */
  testServer(
    agent: AgentAccess,
    name: string,
    server: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /** The names of the project's skills; empty if the agent server cannot read them. */
  skillsOf(agent: AgentAccess, directory: string, signal: AbortSignal): Promise<readonly string[]>;
}
