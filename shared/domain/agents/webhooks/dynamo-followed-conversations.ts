import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { absent, all, any, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Table } from '../../../rights/statement.ts';
import { COUNTER, logKey } from '../../conversations/events/event-rows.ts';
import { ConversationDeletedError } from '../../conversations/events/event-store.ts';
import { agentConversationId, Conversation } from '../../conversations/record/conversation.ts';
import { requireUnreserved } from '../../conversations/record/conversation-rows.ts';
import type { ConversationReports, FollowedState } from '../../conversations/record/conversation-state.ts';
import { addedConversation, listedConversation } from '../../conversations/record/conversation-writes.ts';
import { DynamoConversationReports } from '../../conversations/record/dynamo-conversation-reports.ts';
import { refused } from './calling-sandbox.ts';
import type { Adoption, FollowedConversations } from './followed-conversations.ts';

export interface FollowedTables {
  readonly conversations: Table<'conversations'>;
  readonly events: Table<'events'>;
  readonly sandboxes: Table<'sandboxes'>;
}

export class DynamoFollowedConversations implements FollowedConversations {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: FollowedTables;
  readonly #reports: ConversationReports;

  constructor(documents: DynamoDBDocumentClient, tables: FollowedTables) {
    this.#documents = documents;
    this.#tables = tables;
    this.#reports = new DynamoConversationReports(documents, tables);
  }

  async find(ownerId: string, id: string): Promise<Conversation | undefined> {
    const TableName = this.#tables.conversations;
    const command = new GetCommand({
      TableName,
      Key: { owner_id: ownerId, conversation_id: id },
      ConsistentRead: true,
    });
    const { Item } = await this.#documents.send(command);
    return Item && Conversation.parse(Item);
  }

  async adopt({ conversation, sandbox, parent }: Adoption): Promise<void> {
    const { conversation_id: id } = conversation;
    await transact(this.#documents, [
      ...addedConversation(this.#tables.conversations, conversation),
      ...requireUnreserved(this.#tables.conversations, conversation, refused),
      this.#notDeleted(conversation),
      this.#user(sandbox),
      ...(parent ? [listedConversation(this.#tables.conversations, parent, id, () => parentGone(parent))] : []),
    ]);
  }

  follow(conversation: Conversation, change: Partial<FollowedState>): Promise<void> {
    return this.#reports.follow(conversation, change);
  }

  #notDeleted(conversation: Conversation): Part {
    const log = { ownerId: conversation.owner_id, agentConversationId: agentConversationId(conversation) };
    const ConditionCheck = {
      TableName: this.#tables.events,
      Key: { conversation_key: logKey(log), event_id: COUNTER },
      ...when(absent('deleted_at')),
    };
    const lost = () => new ConversationDeletedError(`conversation ${conversation.conversation_id} was deleted`);
    return { item: { ConditionCheck }, lost };
  }

  /** Raises the version, so that a writer with an earlier read of the sandbox fails. */
  #user({ owner_id, sandbox_id, created_at }: Adoption['sandbox']): Part {
    const Update = {
      TableName: this.#tables.sandboxes,
      Key: { owner_id, sandbox_id },
      ...updateOf({
        add: { conversation_count: 1, version: 1 },
        when: all(is('created_at', '=', created_at), any(is('desired', '<>', 'DELETED'), all(...isEnding))),
      }),
    };
    return { item: { Update }, lost: () => new VersionConflictError('sandbox', `${owner_id}/${sandbox_id}`) };
  }
}

function parentGone({ conversation_id: id }: Conversation): VersionConflictError {
  return new VersionConflictError('conversation', id);
}

/** A sandbox that is deleted is taken until its task has ended, unless its conversations were deleted. */
const isEnding = [
  is('task_ended_at', '=', null),
  any(is('created_for_conversation', '=', false), is('conversation_count', '>', 0)),
];
