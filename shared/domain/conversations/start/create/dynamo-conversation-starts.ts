import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { absent, all, exists, is, updateOf, when } from '../../../../platform/aws/expressions.ts';
import { countPart } from '../../../../platform/aws/kept-counts.ts';
import { type Part, transact } from '../../../../platform/aws/transact.ts';
import { NotFoundError, VersionConflictError } from '../../../../platform/errors.ts';
import type { StartBounds } from '../../../billing/budgets/start-rules.ts';
import { CONVERSATIONS_NAMED } from '../../../sandboxes/record/sandbox.ts';
import { DynamoSandboxStore } from '../../../sandboxes/store/dynamo-sandbox-store.ts';
import type { SandboxTables } from '../../../sandboxes/store/sandbox-tables.ts';
import type { Conversation } from '../../record/conversation.ts';
import { countedConversations, reserveAgentId } from '../../record/conversation-rows.ts';
import { conversationItem } from '../../record/dynamo-conversation-store.ts';
import { startTaskItem } from '../task/dynamo-start-task-store.ts';
import { countedStartTasks } from '../task/start-task-store.ts';
import { ConversationExistsError, type ConversationStart, type ConversationStarts } from './start-order.ts';

export interface StartTables extends SandboxTables {
  readonly conversations: string;
  readonly startTasks: string;
}

/** Conversation, start task, sandbox and the owner's count in one transaction. */
export class DynamoConversationStarts implements ConversationStarts {
  readonly #documents: DynamoDBDocumentClient;
  readonly #tables: StartTables;
  readonly #sandboxes: DynamoSandboxStore;

  constructor(documents: DynamoDBDocumentClient, tables: StartTables) {
    this.#documents = documents;
    this.#tables = tables;
    this.#sandboxes = new DynamoSandboxStore(documents, tables);
  }

  async write(start: ConversationStart, bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    await transact(this.#documents, [
      ...first,
      this.#conversation(start),
      this.#task(start),
      countPart(countedStartTasks(this.#tables.startTasks), start.task, 1),
      ...this.#added(start.conversation),
      ...this.#parent(start.conversation),
      ...this.#joined(start),
      ...this.#sandboxes.parts(start.sandboxChanges, bounds),
    ]);
  }

  #conversation({ conversation }: ConversationStart): Part {
    const TableName = this.#tables.conversations;
    const { row } = conversation;
    const { owner_id: ownerId, conversation_id: id } = row;
    if (conversation.kind === 'new') {
      const Put = { TableName, Item: conversationItem(row), ...when(absent('owner_id')) };
      return { item: { Put }, lost: () => new ConversationExistsError(`conversation ${id} exists`) };
    }
    const Update = {
      TableName,
      Key: { owner_id: ownerId, conversation_id: id },
      ...updateOf({
        set: {
          sandbox_id: row.sandbox_id,
          sandbox_created_at: row.sandbox_created_at,
          start_task_id: row.start_task_id,
          start_error: row.start_error,
          updated_at: row.updated_at,
        },
        when: is('sandbox_id', '=', conversation.previousSandboxId),
      }),
    };
    return { item: { Update }, lost: () => new VersionConflictError('conversation', id) };
  }

  #task({ task }: ConversationStart): Part {
    const TableName = this.#tables.startTasks;
    return {
      item: { Put: { TableName, Item: startTaskItem(task), ...when(absent('owner_id')) } },
      lost: () => new Error(`two start tasks got the id ${task.start_task_id}`),
    };
  }

  #added({ kind, row }: ConversationStart['conversation']): Part[] {
    const TableName = this.#tables.conversations;
    return kind === 'new'
      ? [...reserveAgentId(TableName, row), countPart(countedConversations(TableName), row, 1)]
      : [];
  }

  #parent({ kind, row }: { readonly kind: string; readonly row: Conversation }): Part[] {
    const { parent_conversation_id: parentId } = row;
    if (kind !== 'new' || parentId === null) return [];
    const Update = {
      TableName: this.#tables.conversations,
      Key: { owner_id: row.owner_id, conversation_id: parentId },
      ...updateOf({ append: { sub_conversation_ids: [row.conversation_id] }, when: exists('owner_id') }),
    };
    return [{ item: { Update }, lost: () => new NotFoundError('parent conversation', parentId) }];
  }

  /** A writer that decided on an earlier version of the sandbox loses; joins do not meet each other. */
  #joined({ join, conversation }: ConversationStart): Part[] {
    if (!join) return [];
    const { owner_id, sandbox_id, created_at, conversation_ids: ids } = join.sandbox;
    const { conversation_id: id } = conversation.row;
    // Of two that join at one time and are the last to be named, both are.
    const isNamed = !ids.includes(id) && ids.length < CONVERSATIONS_NAMED;
    const Update = {
      TableName: this.#tables.sandboxes,
      Key: { owner_id, sandbox_id },
      ...updateOf({
        set: { last_activity_at: join.at, updated_at: join.at },
        append: isNamed ? { conversation_ids: [id] } : {},
        add: { conversation_count: join.adds, version: 1 },
        when: all(is('desired', '=', 'RUNNING'), is('created_at', '=', created_at)),
      }),
    };
    return [{ item: { Update }, lost: () => new VersionConflictError('sandbox', sandbox_id) }];
  }
}
