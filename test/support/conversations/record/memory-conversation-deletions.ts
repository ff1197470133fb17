import { agentConversationId } from '../../../../shared/domain/conversations/record/conversation.ts';
import type {
  ConversationDeletion,
  ConversationDeletions,
} from '../../../../shared/domain/conversations/record/delete-conversation.ts';
import { timestamp } from '../../../../shared/platform/clock.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { MemorySandboxStore } from '../../sandboxes/memory-sandbox-store.ts';
import type { MemoryEventStore } from '../events/memory-event-store.ts';
import type { MemoryConversationStore } from './memory-conversation-store.ts';

interface Stores {
  readonly conversations: MemoryConversationStore;
  readonly sandboxes: MemorySandboxStore;
  readonly events?: MemoryEventStore;
}

/** Everything is checked before anything is written, and nothing waits in between: a transaction in memory. */
export class MemoryConversationDeletions implements ConversationDeletions {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  async write({ conversation, parent, sandboxChange }: ConversationDeletion): Promise<void> {
    const { conversations, sandboxes, events } = this.#stores;
    const { owner_id: ownerId, conversation_id: id } = conversation;
    const row = conversations.rows.get(keyOf(ownerId, id));
    const isAsRead =
      row?.sandbox_id === conversation.sandbox_id &&
      row.sub_conversation_ids.join() === conversation.sub_conversation_ids.join();
    const parentRow = parent && conversations.rows.get(keyOf(ownerId, parent.conversation_id));
    const place = parent?.sub_conversation_ids.indexOf(id) ?? -1;
    if (!isAsRead || (parent && parentRow?.sub_conversation_ids[place] !== id))
      throw new VersionConflictError('conversation', id);
    const changes = sandboxChange ? [sandboxChange] : [];
    sandboxes.check(changes);

    conversations.rows.delete(keyOf(ownerId, id));
    events?.markDeleted({ ownerId, agentConversationId: agentConversationId(conversation) }, timestamp(new Date()));
    if (parentRow)
      conversations.put({ ...parentRow, sub_conversation_ids: parentRow.sub_conversation_ids.toSpliced(place, 1) });
    sandboxes.apply(changes);
  }
}
