import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { asParts, type Part, transactParts } from '../aws/transact.ts';
import type { StartBounds } from '../budgets/verdict.ts';
import { NotFoundError, VersionConflictError } from '../errors.ts';
import { DynamoSandboxStore, type SandboxTables } from '../sandboxes/dynamo-sandbox-store.ts';
import { CONVERSATIONS_NAMED } from '../sandboxes/sandbox.ts';
import { startTaskItem } from '../start-tasks/dynamo-start-task-store.ts';
import type { Conversation } from './conversation.ts';
import { ConversationExistsError, type ConversationStart, type ConversationStarts } from './conversation-starts.ts';
import { conversationItem } from './dynamo-conversation-store.ts';

export interface StartTables extends SandboxTables {
  readonly conversations: string;
  readonly startTasks: string;
}

/** Conversation, start task, sandbox and the owner's count in one transaction. */
export class DynamoConversationStarts implements ConversationStarts {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: StartTables;
  private readonly sandboxes: DynamoSandboxStore;

  constructor(documents: DynamoDBDocumentClient, tables: StartTables) {
    this.documents = documents;
    this.tables = tables;
    this.sandboxes = new DynamoSandboxStore(documents, tables);
  }

  async write(start: ConversationStart, bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    const parts = [
      ...first,
      this.conversation(start),
      this.task(start),
      ...this.parent(start.conversation),
      ...this.joined(start),
    ];
    const sandboxes = this.sandboxes.transaction(start.sandboxChanges, bounds);
    await transactParts(this.documents, [...parts, ...asParts(sandboxes.items, sandboxes.lost)]);
  }

  private conversation({ conversation }: ConversationStart): Part {
    const TableName = this.tables.conversations;
    const { row } = conversation;
    const { owner_id: ownerId, conversation_id: id } = row;
    if (conversation.kind === 'new') {
      const Put = { TableName, Item: conversationItem(row), ConditionExpression: 'attribute_not_exists(owner_id)' };
      return { item: { Put }, lost: () => new ConversationExistsError(`conversation ${id} exists`) };
    }
    const Update = {
      TableName,
      Key: { owner_id: ownerId, conversation_id: id },
      UpdateExpression: 'SET sandbox_id = :sandbox, sandbox_created_at = :created, updated_at = :now',
      ConditionExpression: 'sandbox_id = :previous',
      ExpressionAttributeValues: {
        ':sandbox': row.sandbox_id,
        ':created': row.sandbox_created_at,
        ':now': row.updated_at,
        ':previous': conversation.previousSandboxId,
      },
    };
    return { item: { Update }, lost: () => new VersionConflictError('conversation', id) };
  }

  private task({ task }: ConversationStart): Part {
    return {
      item: {
        Put: {
          TableName: this.tables.startTasks,
          Item: startTaskItem(task),
          ConditionExpression: 'attribute_not_exists(owner_id)',
        },
      },
      lost: () => new Error(`two start tasks got the id ${task.start_task_id}`),
    };
  }

  private parent({ kind, row }: { readonly kind: string; readonly row: Conversation }): Part[] {
    const { parent_conversation_id: parentId } = row;
    if (kind !== 'new' || parentId === null) return [];
    return [
      {
        item: {
          Update: {
            TableName: this.tables.conversations,
            Key: { owner_id: row.owner_id, conversation_id: parentId },
            UpdateExpression: 'SET sub_conversation_ids = list_append(sub_conversation_ids, :child)',
            ConditionExpression: 'attribute_exists(owner_id)',
            ExpressionAttributeValues: { ':child': [row.conversation_id] },
          },
        },
        lost: () => new NotFoundError('parent conversation', parentId),
      },
    ];
  }

  /** Whoever decided on what it read before finds another version; joins among themselves do not meet. */
  private joined({ join, conversation }: ConversationStart): Part[] {
    if (!join) return [];
    const { owner_id, sandbox_id, created_at, conversation_ids: ids } = join.sandbox;
    const { conversation_id: id } = conversation.row;
    // Of two that join at one time and are the last to be named, both are.
    const isNamed = !ids.includes(id) && ids.length < CONVERSATIONS_NAMED;
    const name = isNamed ? ', conversation_ids = list_append(if_not_exists(conversation_ids, :nobody), :id)' : '';
    return [
      {
        item: {
          Update: {
            TableName: this.tables.sandboxes,
            Key: { owner_id, sandbox_id },
            UpdateExpression: `SET last_activity_at = :now, updated_at = :now${name} ADD conversation_count :adds, version :one`,
            ConditionExpression: 'desired = :running AND created_at = :created',
            ExpressionAttributeValues: {
              ':now': join.at,
              ':adds': join.adds,
              ':one': 1,
              ':running': 'RUNNING',
              ':created': created_at,
              ...(isNamed ? { ':nobody': [], ':id': [id] } : {}),
            },
          },
        },
        lost: () => new VersionConflictError('sandbox', sandbox_id),
      },
    ];
  }
}
