import { deleteConversation as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import {
  type DeletionDeps,
  deleteConversation as deleteStored,
} from '../../shared/domain/conversations/record/delete-conversation.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { deletionDeps } from '../../shared/wiring/conversations.ts';

/** Legacy clients expect no error here: a missing conversation, or another owner's, reads as not deleted. */
export const deleteConversation = implement(endpoint, ({ params, caller }, deps: DeletionDeps) =>
  deleteStored(caller.ownerId, params.conversation_id, deps),
);

export const handler = serve(deleteConversation, deletionDeps);
