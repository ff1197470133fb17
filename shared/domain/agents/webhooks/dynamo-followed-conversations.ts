import { absent, all, any, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { COUNTER, logKey } from '../../conversations/events/event-rows.ts';
import { ConversationDeletedError } from '../../conversations/events/event-store.ts';
import { agentConversationId, type Conversation, readConversation } from '../../conversations/record/conversation.ts';
import {
  addedConversation,
  listedConversation,
  requireUnreserved,
} from '../../conversations/record/conversation-rows.ts';
import type { FollowedState } from '../../conversations/record/conversation-state.ts';
import { DynamoConversationReports } from '../../conversations/record/dynamo-conversation-store.ts';
import { refused } from './calling-sandbox.ts';
import type { Adoption, FollowedConversations } from './ingest.ts';

export class DynamoFollowedConversations
  extends TableStore<Tables<'conversations' | 'events' | 'sandboxes'>>
  implements FollowedConversations
{
  readonly #reports = new DynamoConversationReports(this.documents, this.tables);

  async find(ownerId: string, id: string): Promise<Conversation | undefined> {
    const key = { owner_id: ownerId, conversation_id: id };
    const row = await getItem(this.documents, this.tables.conversations, key);
    return row && readConversation(row);
  }

  async wasDeleted(ownerId: string, agentConversationId: string): Promise<boolean> {
    const key = { conversation_key: logKey({ ownerId, agentConversationId }), event_id: COUNTER };
    return (await getItem(this.documents, this.tables.events, key))?.deleted_at !== undefined;
  }

  async adopt({ conversation, sandbox, parent }: Adoption): Promise<void> {
    const { conversation_id: id } = conversation;
    await transact(this.documents, [
      ...addedConversation(this.tables.conversations, conversation),
      ...requireUnreserved(this.tables.conversations, conversation, refused),
      this.#notDeleted(conversation),
      this.#user(sandbox),
      ...(parent ? [listedConversation(this.tables.conversations, parent, id)] : []),
    ]);
  }

  follow(conversation: Conversation, change: Partial<FollowedState>): Promise<void> {
    return this.#reports.follow(conversation, change);
  }

  #notDeleted(conversation: Conversation): Part {
    const log = { ownerId: conversation.owner_id, agentConversationId: agentConversationId(conversation) };
    const ConditionCheck = {
      TableName: this.tables.events,
      Key: { conversation_key: logKey(log), event_id: COUNTER },
      ...when(absent('deleted_at')),
    };
    const lost = () => new ConversationDeletedError(`conversation ${conversation.conversation_id} was deleted`);
    return { item: { ConditionCheck }, lost };
  }

  /** The part that counts one more conversation of a sandbox. A writer with an earlier read of the sandbox fails. */
  #user(sandbox: Adoption['sandbox']): Part {
    const { owner_id, sandbox_id, created_at } = sandbox;
    const Update = {
      TableName: this.tables.sandboxes,
      Key: { owner_id, sandbox_id },
      ...updateOf({
        add: { conversation_count: 1, version: 1 },
        when: all(
          is('created_at', '=', created_at),
          // The conversation has the visibility of its sandbox.
          asRead(sandbox, 'private_to'),
          any(is('desired', '<>', 'DELETED'), all(...isEnding)),
        ),
      }),
    };
    return { item: { Update }, lost: () => new VersionConflictError('sandbox', `${owner_id}/${sandbox_id}`) };
  }
}

/** A sandbox in deletion accepts conversations until its task ends, unless its last conversation was deleted. */
const isEnding = [
  is('task_ended_at', '=', null),
  any(is('created_for_conversation', '=', false), is('conversation_count', '>', 0)),
];
