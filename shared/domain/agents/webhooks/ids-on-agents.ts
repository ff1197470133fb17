import { isDerived } from '../../conversations/record/agent-ids.ts';
import { agentConversationId } from '../../conversations/record/conversation.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';

/**
 * The id of a conversation by its id on the agent of this sandbox. The row of the sandbox
 * names each conversation before a start asks the agent for it, so that a derived id needs no search.
 */
export function idOnService({ owner_id, conversation_ids: named }: Sandbox, agentId: string): string {
  const isMeant = (id: string) => agentConversationId({ owner_id, conversation_id: id }) === agentId;
  return (isDerived(agentId) ? named.find(isMeant) : undefined) ?? agentId;
}
