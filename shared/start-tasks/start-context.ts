import type { Clock } from '../clock.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { EventWriter } from '../events/event-store.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { StartSettings } from '../settings/start-settings.ts';
import type { AgentConversations } from './agent-conversations.ts';
import type { AgentAccess, AgentWorkspace } from './agent-workspace.ts';
import type { GitBases } from './repository.ts';
import type { StartSecrets } from './start-secrets.ts';
import type { StartTask } from './start-task.ts';

/** What the steps of a start are taken with. */
export interface StepDeps {
  readonly workspace: AgentWorkspace;
  readonly agents: AgentConversations;
  readonly events: Pick<EventWriter, 'append'>;
  readonly gitBases: GitBases;
  readonly now: Clock;
}

/** What one step knows of its start. All of it may be another worker's: what a step did is in the task, in the sandbox or on the agent, and nowhere else. */
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

/** What a step leaves in the task for those after it. */
export type StepResult = Partial<Pick<StartTask, 'project' | 'detail'>>;
export type PerformStep = (context: StepContext, deps: StepDeps) => Promise<StepResult>;
