import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { all, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { countPart } from '../../../platform/aws/kept-counts.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import type { Clock } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { DynamoSandboxStore } from '../../sandboxes/store/dynamo-sandbox-store.ts';
import { agentConversationId, type Conversation } from './conversation.ts';
import { countedConversations, releaseAgentId } from './conversation-rows.ts';
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
      countPart(countedConversations(this.tables.conversations), conversation, -1),
      ...(parent ? [this.#listEntry(parent, conversation)] : []),
      this.#endOfHistory({ ownerId, agentConversationId: agentConversationId(conversation) }, this.now()),
      ...this.#sandboxes.parts(sandboxChange ? [sandboxChange] : []),
    ]);
  }

  /** Fails if a sub-conversation was started since: it would be left without its parent. */
  #row(conversation: Conversation): Part {
    const { owner_id, conversation_id } = conversation;
    const Delete = {
      TableName: this.tables.conversations,
      Key: { owner_id, conversation_id },
      ...when(all(asRead(conversation, 'sandbox_id'), asRead(conversation, 'sub_conversation_ids'))),
    };
    return { item: { Delete }, lost: () => new VersionConflictError('conversation', conversation_id) };
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
