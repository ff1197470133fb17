import { isFor } from '../../../../shared/contract/endpoint/audience.ts';
import { refused } from '../../../../shared/domain/agents/webhooks/calling-sandbox.ts';
import type { Adoption, FollowedConversations } from '../../../../shared/domain/agents/webhooks/ingest.ts';
import { ConversationDeletedError } from '../../../../shared/domain/conversations/events/event-store.ts';
import { agentConversationId, type Conversation } from '../../../../shared/domain/conversations/record/conversation.ts';
import type {
  ConversationHome,
  ConversationHomes,
} from '../../../../shared/domain/conversations/record/conversation-homes.ts';
import type { FollowedState } from '../../../../shared/domain/conversations/record/conversation-state.ts';
import {
  type ConversationChange,
  ConversationExistsError,
  type ConversationFilter,
  type ConversationStore,
  PrivateConversationError,
  writtenChange,
} from '../../../../shared/domain/conversations/record/conversation-store.ts';
import type {
  ConversationDeletion,
  ConversationDeletions,
} from '../../../../shared/domain/conversations/record/delete-conversation.ts';
import { familyLimits } from '../../../../shared/domain/conversations/record/family.ts';
import { isAbandoned } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import type { SandboxReader } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import { timestamp } from '../../../../shared/platform/clock.ts';
import { type Revisions, requireRevision, VersionConflictError } from '../../../../shared/platform/errors.ts';
import type { Matching, Page } from '../../../../shared/platform/paging.ts';
import type { TransactionPart } from '../../../../shared/platform/transaction-part.ts';
import { searchable } from '../../../../shared/presentation/searchable.ts';
import { keyOf, memoryPage, pick } from '../../platform/memory-page.ts';
import type { MemorySandboxStore } from '../../sandboxes/memory-sandbox-store.ts';
import type { MemoryEventStore } from '../events/memory-event-store.ts';

const createdSort = (conversation: Conversation) => `${conversation.created_at}#${conversation.conversation_id}`;

export class MemoryConversationStore implements ConversationStore {
  readonly rows = new Map<string, Conversation>();

  static with(...conversations: readonly Conversation[]): MemoryConversationStore {
    const store = new MemoryConversationStore();
    for (const conversation of conversations) store.put(conversation);
    return store;
  }

  put(conversation: Conversation): void {
    this.rows.set(keyOf(conversation.owner_id, conversation.conversation_id), Object.freeze({ ...conversation }));
  }

  async find(ownerId: string, conversationId: string): Promise<Conversation | undefined> {
    return this.rows.get(keyOf(ownerId, conversationId));
  }

  async findMany(ownerId: string, conversationIds: readonly string[]): Promise<readonly Conversation[]> {
    return pick(this.rows, ownerId, conversationIds);
  }

  async list(
    ownerId: string,
    filter: ConversationFilter,
    limit: number,
    after: string | null,
    matching: Matching<Conversation> = async (rows) => new Set(rows),
  ): Promise<Page<Conversation>> {
    return memoryPage(await matching(this.#matching(ownerId, filter)), {
      sortOf: createdSort,
      newestFirst: true,
      limit,
      after,
    });
  }

  async count(ownerId: string, filter: ConversationFilter): Promise<number> {
    return this.#matching(ownerId, filter).length;
  }

  async update(
    ownerId: string,
    conversationId: string,
    change: ConversationChange,
    at: string,
    revisions?: Revisions,
  ): Promise<Conversation | undefined> {
    const row = this.rows.get(keyOf(ownerId, conversationId));
    if (!row) return undefined;
    const revision = row.revision ?? 0;
    requireRevision(revision, revisions, 'conversation');
    const { set, setOnce, remove, needsMembers } = writtenChange(conversationId, change, at);
    if (needsMembers && row.private_to !== undefined) throw new PrivateConversationError();
    const kept = Object.entries({ ...setOnce, ...row, ...set }).filter(([name]) => !remove.includes(name));
    const next = { ...Object.fromEntries(kept), revision: revision + 1 } as Conversation;
    this.put(next);
    return next;
  }

  changeParts(read: Conversation, change: ConversationChange, at: string): readonly TransactionPart[] {
    const { owner_id: ownerId, conversation_id: id } = read;
    const lost = () => new VersionConflictError('conversation', id);
    return [{ lost, written: () => void this.update(ownerId, id, change, at) }];
  }

  #matching(ownerId: string, filter: ConversationFilter): Conversation[] {
    return [...this.rows.values()].filter((row) => row.owner_id === ownerId && matches(row, filter));
  }
}

function matches(row: Conversation, filter: ConversationFilter): boolean {
  const isWithin = (at: string, from?: string, before?: string) =>
    (from === undefined || at >= from) && (before === undefined || at < before);
  return (
    searchable(row.title).includes(searchable(filter.titleContains ?? '')) &&
    isWithin(row.created_at, filter.createdFrom, filter.createdBefore) &&
    isWithin(row.updated_at, filter.updatedFrom, filter.updatedBefore) &&
    (!filter.sandboxId || row.sandbox_id === filter.sandboxId) &&
    (!filter.repository || row.selected_repository === filter.repository) &&
    (!filter.model || row.llm_model === filter.model) &&
    (!filter.trigger || row.trigger === filter.trigger) &&
    (!filter.createdBy || (row.created_by ?? row.owner_id) === filter.createdBy) &&
    isFor(filter.visibleTo, row) &&
    (filter.includeSubConversations || row.parent_conversation_id === null)
  );
}

interface Stores {
  readonly conversations: MemoryConversationStore;
  readonly sandboxes: MemorySandboxStore;
  readonly events?: MemoryEventStore;
}

/** A transaction in memory: all checks come first, then all writes in the same step. */
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

interface HomeStores {
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

export class MemoryConversationHomes implements ConversationHomes {
  readonly #stores: HomeStores;

  constructor(stores: HomeStores) {
    this.#stores = stores;
  }

  async find(ownerId: string, conversationId: string): Promise<ConversationHome | undefined> {
    const { conversations, sandboxes } = this.#stores;
    const conversation = await conversations.find(ownerId, conversationId);
    return conversation && { conversation, found: await sandboxes.find(ownerId, conversation.sandbox_id) };
  }
}

export function isListFull({ sub_conversation_ids: ids }: Conversation): boolean {
  return ids.length >= familyLimits.children;
}

interface FollowedStores {
  readonly conversations: MemoryConversationStore;
  readonly sandboxes: MemorySandboxStore;
  readonly events: MemoryEventStore;
}

export class MemoryFollowedConversations implements FollowedConversations {
  readonly #stores: FollowedStores;

  constructor(stores: FollowedStores) {
    this.#stores = stores;
  }

  find(ownerId: string, conversationId: string): Promise<Conversation | undefined> {
    return this.#stores.conversations.find(ownerId, conversationId);
  }

  async wasDeleted(ownerId: string, agentConversationId: string): Promise<boolean> {
    return this.#stores.events.isDeleted({ ownerId, agentConversationId });
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
    const isParentLost = parent && (parentRow?.sandbox_id !== parent.sandbox_id || isListFull(parentRow));
    if (home?.created_at !== sandbox.created_at || isGone || isParentLost)
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
