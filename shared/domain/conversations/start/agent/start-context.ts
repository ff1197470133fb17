import type { Clock } from '../../../../platform/clock.ts';
import type { GitBases } from '../../../git/git-bases.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { StartSettings } from '../../../settings/start-settings.ts';
import type { EventWriter } from '../../events/event-store.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StartSecrets } from '../task/start-secrets.ts';
import type { StartTask } from '../task/start-task.ts';
import type { AgentConversations } from './agent-conversations.ts';
import type { AgentAccess, AgentWorkspace } from './agent-workspace.ts';

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
