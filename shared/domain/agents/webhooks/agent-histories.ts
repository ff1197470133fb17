import type { EventPage } from '../../conversations/agent/event-page.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';

/** A page of an agent server's history. */
export type AgentHistoryPage = EventPage;

/** A conversation in an agent server's hooks. */
export interface AgentConversation {
  readonly id: string;
  readonly parent_conversation_id?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** The histories on the disks of agent servers. Every request has a time limit. */
export interface AgentHistories {
  /** The most recently changed conversations, newest first. @throws when the agent does not respond */
  conversations(sandbox: Sandbox): Promise<readonly AgentConversation[]>;
  /** @returns undefined when the agent does not respond or does not have the conversation. */
  count(sandbox: Sandbox, agentConversationId: string): Promise<number | undefined>;
  /** The newest events, or those before a page. @throws when the agent does not respond */
  page(sandbox: Sandbox, agentConversationId: string, after: string | null): Promise<AgentHistoryPage>;
}

/** The titles of conversations on their agent servers. Every request has a time limit. */
export interface AgentTitles {
  /** @returns undefined when the agent does not respond or does not have the conversation. */
  conversation(sandbox: Sandbox, agentConversationId: string): Promise<AgentConversation | undefined>;
  /** The reply of the agent's model, which is not added to the conversation; undefined when there is none. */
  ask(sandbox: Sandbox, agentConversationId: string, question: string): Promise<string | undefined>;
  /** @returns whether the agent accepted the title. */
  rename(sandbox: Sandbox, agentConversationId: string, title: string): Promise<boolean>;
}
