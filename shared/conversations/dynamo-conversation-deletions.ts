import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type TransactItem, transact } from '../aws/transact.ts';
import { type Clock, systemClock, timestamp } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import { deletionMarker } from '../events/deletion-marker.ts';
import { eventLimits } from '../events/limits.ts';
import { DynamoSandboxStore, type SandboxTables } from '../sandboxes/dynamo-sandbox-store.ts';
import { agentConversationId, type Conversation } from './conversation.ts';
import type { ConversationDeletion, ConversationDeletions } from './conversation-deletions.ts';

export interface DeletionTables extends SandboxTables {
  readonly conversations: string;
  readonly events: string;
}

const DAY = 24 * 60 * 60;

/** Conversation, its place in its parent's list, the end of its events, sandbox and the owner's count in one transaction. */
export class DynamoConversationDeletions implements ConversationDeletions {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: DeletionTables;
  private readonly sandboxes: DynamoSandboxStore;
  private readonly now: Clock;

  constructor(documents: DynamoDBDocumentClient, tables: DeletionTables, now: Clock = systemClock) {
    this.documents = documents;
    this.tables = tables;
    this.now = now;
    this.sandboxes = new DynamoSandboxStore(documents, tables);
  }

  async write({ conversation, parent, sandboxChange }: ConversationDeletion): Promise<void> {
    const parts = [
      this.row(conversation),
      ...(parent ? [this.listEntry(parent, conversation)] : []),
      this.marker(conversation),
    ];
    const sandboxes = this.sandboxes.transaction(sandboxChange ? [sandboxChange] : []);
    await transact(this.documents, [...parts, ...sandboxes.items], (index) => {
      if (index < parts.length) throw new VersionConflictError('conversation', conversation.conversation_id);
      return sandboxes.lost(index - parts.length);
    });
  }

  /** A sub-conversation that came meanwhile would be left without its parent. */
  private row({ owner_id, conversation_id, sandbox_id, sub_conversation_ids }: Conversation): TransactItem {
    return {
      Delete: {
        TableName: this.tables.conversations,
        Key: { owner_id, conversation_id },
        ConditionExpression: 'sandbox_id = :sandbox AND sub_conversation_ids = :children',
        ExpressionAttributeValues: { ':sandbox': sandbox_id, ':children': sub_conversation_ids },
      },
    };
  }

  /** From here on late events are not kept, and do not bring the conversation back. */
  private marker(conversation: Conversation): TransactItem {
    const log = { ownerId: conversation.owner_id, agentConversationId: agentConversationId(conversation) };
    const now = this.now();
    const purgeAt = Math.floor(now.getTime() / 1000) + eventLimits.markerDays * DAY;
    return deletionMarker(this.tables.events, log, { deletedAt: timestamp(now), purgeAt });
  }

  /** DynamoDB removes from a list by place; the condition says whose place it is. */
  private listEntry(parent: Conversation, { conversation_id: id }: Conversation): TransactItem {
    const entry = `sub_conversation_ids[${parent.sub_conversation_ids.indexOf(id)}]`;
    return {
      Update: {
        TableName: this.tables.conversations,
        Key: { owner_id: parent.owner_id, conversation_id: parent.conversation_id },
        UpdateExpression: `REMOVE ${entry}`,
        ConditionExpression: `${entry} = :id`,
        ExpressionAttributeValues: { ':id': id },
      },
    };
  }
}
