import { type DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { VersionConflictError } from '../errors.ts';
import { COUNTER, logKey } from '../events/event-keys.ts';
import { ConversationDeletedError } from '../events/event-store.ts';
import { agentConversationId, Conversation } from './conversation.ts';
import { ConversationExistsError } from './conversation-starts.ts';
import type { FollowedState } from './conversation-state.ts';
import { conversationItem } from './dynamo-conversation-store.ts';
import type { Adoption, FollowedConversations } from './followed-conversations.ts';

export interface FollowedTables {
  readonly conversations: string;
  readonly events: string;
  readonly sandboxes: string;
}

const Key = z.object({ owner_id: z.string(), conversation_id: z.string() });

export class DynamoFollowedConversations implements FollowedConversations {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: FollowedTables;

  constructor(documents: DynamoDBDocumentClient, tables: FollowedTables) {
    this.documents = documents;
    this.tables = tables;
  }

  async find(ownerId: string, id: string): Promise<Conversation | undefined> {
    const TableName = this.tables.conversations;
    const command = new GetCommand({
      TableName,
      Key: { owner_id: ownerId, conversation_id: id },
      ConsistentRead: true,
    });
    const { Item } = await this.documents.send(command);
    return Item && Conversation.parse(Item);
  }

  /** Nearly every conversation has the id by which its agent knows it. */
  async findByAgentId(ownerId: string, agentId: string): Promise<Conversation | undefined> {
    const found = await this.find(ownerId, agentId);
    if (found || !isMadeUp(agentId)) return found;
    const id = await this.idOf(ownerId, agentId);
    return id === undefined ? undefined : this.find(ownerId, id);
  }

  async adopt({ conversation, sandbox, parent }: Adoption): Promise<void> {
    const { owner_id: ownerId, conversation_id: id } = conversation;
    const items = [
      this.newRow(conversation),
      this.notDeleted(conversation),
      this.user(sandbox),
      ...(parent ? [this.listEntry(parent, id)] : []),
    ];
    await transact(this.documents, items, (index) => {
      if (index === 0) throw new ConversationExistsError(`conversation ${id} exists`);
      if (index === 1) throw new ConversationDeletedError(`conversation ${id} was deleted`);
      throw new VersionConflictError('sandbox', `${ownerId}/${sandbox.sandbox_id}`);
    });
  }

  async follow({ owner_id, conversation_id, ...row }: Conversation, change: Partial<FollowedState>): Promise<void> {
    const version = row.state_version ?? 0;
    const attributes: Record<string, unknown> = { ...change, state_version: version + 1 };
    if (change.title !== undefined) attributes.title_search = change.title.toLowerCase();
    const names = Object.keys(attributes);
    const isUnchanged = version === 0 ? 'attribute_not_exists(state_version)' : 'state_version = :version';
    const mayTitle = change.title === undefined ? '' : ' AND (attribute_not_exists(title_by) OR title_by <> :user)';
    const command = new UpdateCommand({
      TableName: this.tables.conversations,
      Key: { owner_id, conversation_id },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: `created_at = :created AND ${isUnchanged}${mayTitle}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
        ':created': row.created_at,
        ...(version === 0 ? {} : { ':version': version }),
        ...(change.title === undefined ? {} : { ':user': 'user' }),
      },
    });
    try {
      await this.documents.send(command);
    } catch (error) {
      if (!isConditionFailure(error)) throw error;
      throw new VersionConflictError('conversation', conversation_id);
    }
  }

  /** By the index, and where that does not know it yet, by looking at all: a conversation that is a moment old must not be taken for one that nobody knows. */
  private async idOf(ownerId: string, agentId: string): Promise<string | undefined> {
    const indexed = await this.documents.send(
      new QueryCommand({
        TableName: this.tables.conversations,
        IndexName: 'agent_index',
        KeyConditionExpression: 'owner_id = :owner AND agent_conversation_id = :agent',
        ExpressionAttributeValues: { ':owner': ownerId, ':agent': agentId },
        Limit: 1,
      }),
    );
    for (const item of indexed.Items ?? []) return Key.parse(item).conversation_id;
    let start: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.tables.conversations,
          KeyConditionExpression: 'owner_id = :owner',
          ExpressionAttributeValues: { ':owner': ownerId },
          ProjectionExpression: 'owner_id, conversation_id',
          ConsistentRead: true,
          ExclusiveStartKey: start,
        }),
      );
      const found = Items.map((item) => Key.parse(item)).find((key) => agentConversationId(key) === agentId);
      if (found) return found.conversation_id;
      start = LastEvaluatedKey;
    } while (start);
    return undefined;
  }

  private newRow(conversation: Conversation): TransactItem {
    return {
      Put: {
        TableName: this.tables.conversations,
        Item: conversationItem(conversation),
        ConditionExpression: 'attribute_not_exists(owner_id)',
      },
    };
  }

  private notDeleted(conversation: Conversation): TransactItem {
    const log = { ownerId: conversation.owner_id, agentConversationId: agentConversationId(conversation) };
    return {
      ConditionCheck: {
        TableName: this.tables.events,
        Key: { conversation_key: logKey(log), event_id: COUNTER },
        ConditionExpression: 'attribute_not_exists(deleted_at)',
      },
    };
  }

  /** Whoever decided on what it read of the sandbox before finds another version. */
  private user({ owner_id, sandbox_id, created_at }: Adoption['sandbox']): TransactItem {
    return {
      Update: {
        TableName: this.tables.sandboxes,
        Key: { owner_id, sandbox_id },
        UpdateExpression: 'ADD conversation_count :one, version :one',
        ConditionExpression: 'created_at = :created AND desired <> :deleted',
        ExpressionAttributeValues: { ':one': 1, ':created': created_at, ':deleted': 'DELETED' },
      },
    };
  }

  private listEntry({ owner_id, conversation_id }: Conversation, child: string): TransactItem {
    return {
      Update: {
        TableName: this.tables.conversations,
        Key: { owner_id, conversation_id },
        UpdateExpression: 'SET sub_conversation_ids = list_append(sub_conversation_ids, :child)',
        ConditionExpression: 'attribute_exists(owner_id)',
        ExpressionAttributeValues: { ':child': [child] },
      },
    };
  }
}

/** Whether the service may have made this id for an agent, of an id that is no UUID: those are UUIDs of version 8. */
function isMadeUp(agentId: string): boolean {
  return agentId[12] === '8';
}
