import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation } from './agent-histories.ts';

/** The titles of conversations on their agent servers. Every call is bounded in time. */
export interface AgentTitles {
  /** @returns undefined when the agent does not answer, or does not have the conversation. */
  conversation(sandbox: Sandbox, agentConversationId: string): Promise<AgentConversation | undefined>;
  /** The answer of the agent's model, which does not become part of the conversation; undefined when there is none. */
  ask(sandbox: Sandbox, agentConversationId: string, question: string): Promise<string | undefined>;
  /** @returns whether the agent took the title. */
  rename(sandbox: Sandbox, agentConversationId: string, title: string): Promise<boolean>;
}
