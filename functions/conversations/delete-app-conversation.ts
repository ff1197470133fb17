import { deleteAppConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import { type DeletionDeps, deleteConversation } from '../../shared/domain/conversations/record/delete-conversation.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { deletionDeps } from '../../shared/wiring/conversations.ts';

/** Another owner's conversation reads as absent, so that responses do not reveal that the ID exists. */
export const deleteAppConversation = implement(endpoint, async ({ params, caller }, deps: DeletionDeps) => {
  const { conversation_id: id } = params;
  if (!(await deleteConversation(caller.ownerId, id, deps))) throw new NotFoundError('Conversation', id);
  return { success: true } as const;
});

export const handler = serve(deleteAppConversation, deletionDeps);
