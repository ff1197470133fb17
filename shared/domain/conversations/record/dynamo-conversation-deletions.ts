import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { absent, all, exists, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../../platform/aws/transact.ts';
import type { Clock } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { privateIdKey } from '../../accounts/privacy/reused-ids.ts';
import { DynamoSandboxStore } from '../../sandboxes/store/dynamo-sandbox-store.ts';
import { agentConversationId, type Conversation } from './conversation.ts';
import { countConversation, releaseAgentId } from './conversation-rows.ts';
import type { ConversationDeletion, ConversationDeletions } from './delete-conversation.ts';

type DeletionTables = Tables<'conversations' | 'sandboxes' | 'owners'>;

/** Makes the write that marks a conversation's history as deleted, so that late events do not bring it back. */
export type EndOfHistory = (log: { ownerId: string; agentConversationId: string }, now: Date) => Part;

/** Changes conversation, parent's list, history, sandbox and the owner's count in one transaction. */
export class DynamoConversationDeletions extends TableStore<DeletionTables> implements ConversationDeletions {
  readonly #sandboxes = new DynamoSandboxStore(this.documents, this.tables);
  readonly #endOfHistory: EndOfHistory;

  constructor(documents: DynamoDBDocumentClient, tables: DeletionTables, endOfHistory: EndOfHistory, now?: Clock) {
    super(documents, tables, now);
    this.#endOfHistory = endOfHistory;
  }

  async write({ conversation, parent, sandboxChange }: ConversationDeletion): Promise<void> {
    const { owner_id: ownerId } = conversation;
    await transact(this.documents, [
      this.#row(conversation),
      ...releaseAgentId(this.tables.conversations, conversation),
      ...this.#privateId(conversation),
      ...countConversation(this.tables.conversations, conversation, -1),
      ...(parent ? [this.#listEntry(parent, conversation)] : []),
      this.#endOfHistory({ ownerId, agentConversationId: agentConversationId(conversation) }, this.now()),
      ...this.#sandboxes.parts(sandboxChange ? [sandboxChange] : []),
    ]);
  }

  /**
   * Fails if a sub-conversation was started since, which would be left without its parent, or if others see it since,
   * with whom it would still count.
   */
  #row(conversation: Conversation): Part {
    const { owner_id, conversation_id, private_to: privateTo } = conversation;
    const isSeenAsRead = privateTo === undefined ? absent('private_to') : exists('private_to');
    const Delete = {
      TableName: this.tables.conversations,
      Key: { owner_id, conversation_id },
      ...when(all(asRead(conversation, 'sandbox_id'), asRead(conversation, 'sub_conversation_ids'), isSeenAsRead)),
    };
    return { item: { Delete }, lost: () => new VersionConflictError('conversation', conversation_id) };
  }

  /** Keeps the id of a private conversation, which nothing else tells after this. */
  #privateId({ owner_id, conversation_id: id, private_to }: Conversation): readonly Part[] {
    if (private_to === undefined) return [];
    const Item = { owner_id, conversation_id: privateIdKey(id), private_to };
    return [certain({ Put: { TableName: this.tables.conversations, Item } })];
  }

  /** DynamoDB removes list elements by index. The condition checks that the index still contains this id. */
  #listEntry(parent: Conversation, { conversation_id: id }: Conversation): Part {
    const entry = `sub_conversation_ids[${parent.sub_conversation_ids.indexOf(id)}]`;
    const Update = {
      TableName: this.tables.conversations,
      Key: { owner_id: parent.owner_id, conversation_id: parent.conversation_id },
      ...updateOf({ remove: [entry], when: is(entry, '=', id) }),
    };
    return { item: { Update }, lost: () => new VersionConflictError('conversation', id) };
  }
}
