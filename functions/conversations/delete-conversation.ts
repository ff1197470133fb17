import { deleteConversation as endpoint } from '../../shared/contract/conversations.ts';
import {
  type DeletionDeps,
  deleteConversation as deleteStored,
} from '../../shared/conversations/delete-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { deletionDeps } from '../../shared/wiring/conversations.ts';

/** Its clients know no error here: what is not there, or belongs to somebody else, was not deleted. */
export const deleteConversation = implement(endpoint, ({ params, caller }, deps: DeletionDeps) =>
  deleteStored(caller.ownerId, params.conversation_id, deps),
);

export const handler = serve(deleteConversation, deletionDeps);
