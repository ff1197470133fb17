import { deleteAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import { type DeletionDeps, deleteConversation } from '../../shared/conversations/delete-conversation.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { deletionDeps } from '../../shared/wiring/conversations.ts';

/** Another owner's conversation reads as absent: anything else would confirm that the id exists. */
export const deleteAppConversation = implement(endpoint, async ({ params, caller }, deps: DeletionDeps) => {
  const { conversation_id: id } = params;
  if (!(await deleteConversation(caller.ownerId, id, deps))) throw new NotFoundError('Conversation', id);
  return { success: true } as const;
});

export const handler = serve(deleteAppConversation, deletionDeps);
