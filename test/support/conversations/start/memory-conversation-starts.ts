import type { StartBounds } from '../../../../shared/domain/billing/budgets/start-rules.ts';
import { ConversationExistsError } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type {
  ConversationStart,
  ConversationStarts,
} from '../../../../shared/domain/conversations/start/create/start-order.ts';
import { CONVERSATIONS_NAMED } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxChange } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { Part } from '../../../../shared/platform/aws/transact.ts';
import { NotFoundError, VersionConflictError } from '../../../../shared/platform/errors.ts';
import { keyOf } from '../../platform/memory-page.ts';
import { checkParts, writeParts } from '../../platform/memory-parts.ts';
import type { MemorySandboxStore } from '../../sandboxes/memory-sandbox-store.ts';
import type { MemoryConversationStore } from '../record/memory-conversation-store.ts';
import type { MemoryStartTaskStore } from './memory-start-task-store.ts';

export interface MemoryStores {
  readonly conversations: MemoryConversationStore;
  readonly startTasks: MemoryStartTaskStore;
  readonly sandboxes: MemorySandboxStore;
}

/** Everything is checked before anything is written, and nothing waits in between: a transaction in memory. */
export class MemoryConversationStarts implements ConversationStarts {
  readonly #stores: MemoryStores;

  constructor(stores: MemoryStores) {
    this.#stores = stores;
  }

  async write(start: ConversationStart, bounds?: StartBounds, first: readonly Part[] = []): Promise<void> {
    checkParts(first);
    const { conversations, startTasks, sandboxes } = this.#stores;
    const { row, kind } = start.conversation;
    const parentId = kind === 'new' ? row.parent_conversation_id : null;
    this.#check(start, parentId);
    sandboxes.check(start.sandboxChanges, bounds);

    const parent = parentId === null ? undefined : conversations.rows.get(keyOf(row.owner_id, parentId));
    if (parent)
      conversations.put({ ...parent, sub_conversation_ids: [...parent.sub_conversation_ids, row.conversation_id] });
    const before = conversations.rows.get(keyOf(row.owner_id, row.conversation_id));
    const { sandbox_id, sandbox_created_at, start_task_id, start_error, updated_at } = row;
    const moved = { sandbox_id, sandbox_created_at, start_task_id, start_error, updated_at };
    conversations.put(before ? { ...before, ...moved } : row);
    startTasks.put(start.task);
    sandboxes.apply([...this.#joined(start), ...start.sandboxChanges], bounds);
    writeParts(first);
  }

  /** Not a decision on what was read: the row as it is now gets one more. */
  #joined({ join, conversation }: ConversationStart): SandboxChange[] {
    const row = join && this.#stores.sandboxes.rows.get(keyOf(join.sandbox.owner_id, join.sandbox.sandbox_id));
    if (!row) return [];
    const { conversation_id: id } = conversation.row;
    const { conversation_ids: ids } = row;
    const isNamed =
      !join.sandbox.conversation_ids.includes(id) && join.sandbox.conversation_ids.length < CONVERSATIONS_NAMED;
    const next = {
      ...row,
      conversation_ids: isNamed ? [...ids, id] : ids,
      conversation_count: row.conversation_count + join.adds,
      version: row.version + 1,
      last_activity_at: join.at,
      updated_at: join.at,
    };
    return [{ previous: row, next }];
  }

  #check({ conversation, task, join }: ConversationStart, parentId: string | null): void {
    const { conversations, startTasks, sandboxes } = this.#stores;
    const { row } = conversation;
    const found = conversations.rows.get(keyOf(row.owner_id, row.conversation_id));
    if (conversation.kind === 'new' && found)
      throw new ConversationExistsError(`conversation ${row.conversation_id} exists`);
    if (conversation.kind === 'existing' && found?.sandbox_id !== conversation.previousSandboxId)
      throw new VersionConflictError('conversation', row.conversation_id);
    if (startTasks.rows.has(keyOf(task.owner_id, task.start_task_id)))
      throw new Error(`two start tasks got the id ${task.start_task_id}`);
    if (parentId !== null && !conversations.rows.has(keyOf(row.owner_id, parentId)))
      throw new NotFoundError('parent conversation', parentId);
    if (!join) return;
    const { owner_id, sandbox_id, created_at } = join.sandbox;
    const sandbox = sandboxes.rows.get(keyOf(owner_id, sandbox_id));
    if (sandbox?.desired !== 'RUNNING' || sandbox.created_at !== created_at)
      throw new VersionConflictError('sandbox', sandbox_id);
  }
}
