import { NotFoundError } from '../../../platform/errors.ts';
import { pageIdAfter, positionOf } from '../../../platform/paging.ts';
import { agentConversationId, type Conversation } from '../record/conversation.ts';
import type { ConversationStore } from '../record/conversation-store.ts';
import type { AgentEvent } from './event.ts';
import type { EventReader, LogKey } from './event-store.ts';

export interface HistoryDeps {
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly events: EventReader;
}

/** Filters for events, as requests name them. */
export interface HistoryFilter {
  readonly kind__eq?: string | undefined;
  readonly timestamp__gte?: string | undefined;
  readonly timestamp__lt?: string | undefined;
}

export interface HistorySearch extends HistoryFilter {
  readonly sort_order: 'TIMESTAMP' | 'TIMESTAMP_DESC';
  readonly page_id?: string | undefined;
  readonly limit: number;
}

/** A conversation with what was read of its history. */
interface Found<T> {
  readonly conversation: Conversation;
  readonly log: LogKey;
  readonly result: T;
}

/** A page of events; empty for another owner's conversation too, so that no answer confirms that the id exists. */
export async function searchHistory(
  ownerId: string,
  conversationId: string,
  {
    kind__eq: kind,
    timestamp__gte: from,
    timestamp__lt: before,
    sort_order: order,
    page_id: pageId,
    limit,
  }: HistorySearch,
  deps: HistoryDeps,
) {
  const filters = { conversationId, kind, from, before, order };
  const scope = { ownerId, list: 'events', filters };
  const after = positionOf(pageId, scope);
  const newestFirst = order === 'TIMESTAMP_DESC';
  const found = await ofConversation(ownerId, conversationId, deps, (log) =>
    deps.events.search(log, { kind, from, before, newestFirst, limit, after }),
  );
  if (!found) return { items: [], next_page_id: null };
  const { items, next } = found.result;
  return { items: [...items], next_page_id: pageIdAfter(next, scope) };
}

export async function countHistory(
  ownerId: string,
  conversationId: string,
  { kind__eq: kind, timestamp__gte: from, timestamp__lt: before }: HistoryFilter,
  deps: HistoryDeps,
): Promise<number> {
  const found = await ofConversation(ownerId, conversationId, deps, (log) =>
    deps.events.count(log, { kind, from, before }),
  );
  return found?.result ?? 0;
}

/** In the order of the ids, with null for missing events. */
export async function eventsById(
  ownerId: string,
  conversationId: string,
  ids: readonly string[],
  deps: HistoryDeps,
): Promise<(AgentEvent | null)[]> {
  // Ids of events hold no number sign: with one it would be the name of a row that is none.
  const possible = ids.filter((id) => !id.includes('#'));
  const found = await ofConversation(ownerId, conversationId, deps, (log) => deps.events.findMany(log, possible));
  const byId = new Map(found?.result.map((event) => [event.id, event]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** A conversation, and what was read of its history at the same time. @throws NotFoundError, and what `read` throws */
export async function requireHistory<T>(
  ownerId: string,
  conversationId: string,
  deps: HistoryDeps,
  read: (log: LogKey) => Promise<T>,
): Promise<Found<T>> {
  const found = await ofConversation(ownerId, conversationId, deps, read);
  if (!found) throw new NotFoundError('Conversation', conversationId, { msg_id: 'CONVERSATION$NOT_FOUND' });
  return found;
}

/** Every event in its order, read page by page as it is asked for. */
export async function* wholeHistory(log: LogKey, events: EventReader): AsyncGenerator<AgentEvent> {
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<EventReader['search']>> = await events.search(log, {
      newestFirst: false,
      limit: 100,
      after,
    });
    yield* page.items;
    after = page.next;
  } while (after !== null);
}

/**
 * Reads a history while its conversation is looked up: the name of the log follows from the ids. Without a
 * conversation, what is left of its events is read for nothing, and its errors are not the caller's.
 *
 * @returns undefined without a conversation of that owner
 */
async function ofConversation<T>(
  ownerId: string,
  id: string,
  { conversations }: HistoryDeps,
  read: (log: LogKey) => Promise<T>,
): Promise<Found<T> | undefined> {
  const log = { ownerId, agentConversationId: agentConversationId({ owner_id: ownerId, conversation_id: id }) };
  const [conversation, result] = await Promise.allSettled([conversations.find(ownerId, id), read(log)]);
  if (conversation.status === 'rejected') throw conversation.reason;
  if (conversation.value === undefined) return undefined;
  if (result.status === 'rejected') throw result.reason;
  return { conversation: conversation.value, log, result: result.value };
}
