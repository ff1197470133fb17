import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { all, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { countPart } from '../../../platform/aws/kept-counts.ts';
import { type Part, transact } from '../../../platform/aws/transact.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import { DynamoSandboxStore } from '../../sandboxes/store/dynamo-sandbox-store.ts';
import { agentConversationId, type Conversation } from './conversation.ts';
import { countedConversations, releaseAgentId } from './conversation-rows.ts';
import type { ConversationDeletion, ConversationDeletions } from './delete-conversation.ts';

export interface DeletionTables extends Tables<'sandboxes' | 'owners'> {
  readonly conversations: Table<'conversations'>;
}

/** The write that ends a deleted conversation's history, so that late events do not bring it back. */
export type EndOfHistory = (log: { ownerId: string; agentConversationId: string }, now: Date) => Part;

/** Conversation, parent's list, history, sandbox and the owner's count change in one transaction. */
export class DynamoConversationDeletions implements ConversationDeletions {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: DeletionTables;
  readonly #sandboxes: DynamoSandboxStore;
  readonly #endOfHistory: EndOfHistory;
  readonly #now: Clock;

  constructor(
    documents: DynamoDBDocumentClient,
    tables: DeletionTables,
    endOfHistory: EndOfHistory,
    now: Clock = systemClock,
  ) {
    this.#documents = documents;
    this.#tables = tables;
    this.#endOfHistory = endOfHistory;
    this.#now = now;
    this.#sandboxes = new DynamoSandboxStore(documents, tables);
  }

  async write({ conversation, parent, sandboxChange }: ConversationDeletion): Promise<void> {
    const { owner_id: ownerId } = conversation;
    await transact(this.#documents, [
      this.#row(conversation),
      ...releaseAgentId(this.#tables.conversations, conversation),
      countPart(countedConversations(this.#tables.conversations), conversation, -1),
      ...(parent ? [this.#listEntry(parent, conversation)] : []),
      this.#endOfHistory({ ownerId, agentConversationId: agentConversationId(conversation) }, this.#now()),
      ...this.#sandboxes.parts(sandboxChange ? [sandboxChange] : []),
    ]);
  }

  /** A sub-conversation that was started meanwhile would be left without its parent. */
  #row({ owner_id, conversation_id, sandbox_id, sub_conversation_ids }: Conversation): Part {
    const Delete = {
      TableName: this.#tables.conversations,
      Key: { owner_id, conversation_id },
      ...when(all(is('sandbox_id', '=', sandbox_id), is('sub_conversation_ids', '=', sub_conversation_ids))),
    };
    return { item: { Delete }, lost: () => new VersionConflictError('conversation', conversation_id) };
  }

  /** DynamoDB removes list elements by index; the condition checks that the index still holds this id. */
  #listEntry(parent: Conversation, { conversation_id: id }: Conversation): Part {
    const entry = `sub_conversation_ids[${parent.sub_conversation_ids.indexOf(id)}]`;
    const Update = {
      TableName: this.#tables.conversations,
      Key: { owner_id: parent.owner_id, conversation_id: parent.conversation_id },
      ...updateOf({ remove: [entry], when: is(entry, '=', id) }),
    };
    return { item: { Update }, lost: () => new VersionConflictError('conversation', id) };
  }
}
