import type { AgentEvent } from '../../conversations/events/event.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';

/** A part of a history as the agent server has it. */
export interface AgentHistoryPage {
  readonly events: readonly AgentEvent[];
  readonly next: string | null;
}

/** One conversation as an agent server describes it in its hooks. */
export interface AgentConversation {
  readonly id: string;
  readonly parent_conversation_id?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** The histories that agent servers keep on their disks. Every call is bounded in time. */
export interface AgentHistories {
  /** The conversations that changed last, the latest first. @throws when the agent does not answer */
  conversations(sandbox: Sandbox): Promise<readonly AgentConversation[]>;
  /** @returns undefined when the agent does not answer, or does not have the conversation. */
  count(sandbox: Sandbox, agentConversationId: string): Promise<number | undefined>;
  /** The newest events, or those before a page. @throws when the agent does not answer */
  page(sandbox: Sandbox, agentConversationId: string, after: string | null): Promise<AgentHistoryPage>;
}

/** The titles of conversations on their agent servers. Every call is bounded in time. */
export interface AgentTitles {
  /** @returns undefined when the agent does not answer, or does not have the conversation. */
  conversation(sandbox: Sandbox, agentConversationId: string): Promise<AgentConversation | undefined>;
  /** The answer of the agent's model, which does not become part of the conversation; undefined when there is none. */
  ask(sandbox: Sandbox, agentConversationId: string, question: string): Promise<string | undefined>;
  /** @returns whether the agent took the title. */
  rename(sandbox: Sandbox, agentConversationId: string, title: string): Promise<boolean>;
}
