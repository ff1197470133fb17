import type { AgentEvent } from '../events/event.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';

/** A part of a history as the agent server has it. */
export interface AgentHistoryPage {
  readonly events: readonly AgentEvent[];
  readonly next: string | null;
}

/** The histories that agent servers keep on their disks. Every call is bounded in time. */
export interface AgentHistories {
  /** @returns undefined when the agent does not answer, or does not have the conversation. */
  count(sandbox: Sandbox, agentConversationId: string): Promise<number | undefined>;
  /** The newest events, or those before a page. @throws when the agent does not answer */
  page(sandbox: Sandbox, agentConversationId: string, after: string | null): Promise<AgentHistoryPage>;
}
