import { refused } from '../../../../shared/domain/agents/webhooks/calling-sandbox.ts';
import type {
  Adoption,
  FollowedConversations,
} from '../../../../shared/domain/agents/webhooks/followed-conversations.ts';
import { ConversationDeletedError } from '../../../../shared/domain/conversations/events/event-store.ts';
import { agentConversationId, type Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type { FollowedState } from '../../../../shared/domain/conversations/record/conversation-state.ts';
import { ConversationExistsError } from '../../../../shared/domain/conversations/record/conversation-store.ts';
import { isAbandoned } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { keyOf } from '../../platform/memory-page.ts';
import type { MemorySandboxStore } from '../../sandboxes/memory-sandbox-store.ts';
import type { MemoryEventStore } from '../events/memory-event-store.ts';
import type { MemoryConversationStore } from './memory-conversation-store.ts';

interface Stores {
  readonly conversations: MemoryConversationStore;
  readonly sandboxes: MemorySandboxStore;
  readonly events: MemoryEventStore;
}

export class MemoryFollowedConversations implements FollowedConversations {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  find(ownerId: string, conversationId: string): Promise<Conversation | undefined> {
    return this.#stores.conversations.find(ownerId, conversationId);
  }

  async adopt({ conversation, sandbox, parent }: Adoption): Promise<void> {
    const { conversations, sandboxes, events } = this.#stores;
    const { owner_id: ownerId, conversation_id: id } = conversation;
    if (conversations.rows.has(keyOf(ownerId, id))) throw new ConversationExistsError(`conversation ${id} exists`);
    const takes = (row: Conversation) => row.owner_id === ownerId && row.conversation_id !== id;
    if ([...conversations.rows.values()].some((row) => takes(row) && agentConversationId(row) === id)) throw refused();
    if (events.isDeleted({ ownerId, agentConversationId: agentConversationId(conversation) }))
      throw new ConversationDeletedError(`conversation ${id} was deleted`);
    const home = sandboxes.rows.get(keyOf(ownerId, sandbox.sandbox_id));
    const parentRow = parent && conversations.rows.get(keyOf(ownerId, parent.conversation_id));
    const isGone = home?.desired === 'DELETED' && (home.task_ended_at !== null || isAbandoned(home));
    if (home?.created_at !== sandbox.created_at || isGone || (parent && !parentRow))
      throw new VersionConflictError('sandbox', sandbox.sandbox_id);
    conversations.put(conversation);
    if (parentRow) conversations.put({ ...parentRow, sub_conversation_ids: [...parentRow.sub_conversation_ids, id] });
    const counted = { ...home, conversation_count: home.conversation_count + 1, version: home.version + 1 };
    sandboxes.rows.set(keyOf(ownerId, sandbox.sandbox_id), counted);
  }

  async follow(conversation: Conversation, change: Partial<FollowedState>): Promise<void> {
    const { conversations } = this.#stores;
    const { owner_id: ownerId, conversation_id: id } = conversation;
    const row = conversations.rows.get(keyOf(ownerId, id));
    const isAsRead = row?.created_at === conversation.created_at && row.state_version === conversation.state_version;
    const isAsked = row?.title_asked === true;
    const mayTitle = row?.title_by !== 'user' && isAsked === (conversation.title_asked === true);
    if (!row || !isAsRead || (change.title !== undefined && !mayTitle))
      throw new VersionConflictError('conversation', id);
    conversations.put({ ...row, ...change, state_version: (row.state_version ?? 0) + 1 });
  }
}
