import { NotFoundError } from '../../platform/errors/errors.ts';
import { pageIdAfter, positionOf } from '../../platform/paging/page-id.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { AgentEvent, EventLog } from './event.ts';
import type { EventReader } from './event-store.ts';
import { logOf } from './log-of.ts';

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
  const log = await historyOf(ownerId, conversationId, deps);
  if (!log) return { items: [], next_page_id: null };
  const newestFirst = order === 'TIMESTAMP_DESC';
  const page = await deps.events.search(log, { kind, from, before, newestFirst, limit, after });
  return { items: [...page.items], next_page_id: pageIdAfter(page.next, scope) };
}

export async function countHistory(
  ownerId: string,
  conversationId: string,
  { kind__eq: kind, timestamp__gte: from, timestamp__lt: before }: HistoryFilter,
  deps: HistoryDeps,
): Promise<number> {
  const log = await historyOf(ownerId, conversationId, deps);
  return log ? deps.events.count(log, { kind, from, before }) : 0;
}

/** In the order of the ids, with null for missing events. */
export async function eventsById(
  ownerId: string,
  conversationId: string,
  ids: readonly string[],
  deps: HistoryDeps,
): Promise<(AgentEvent | null)[]> {
  const log = await historyOf(ownerId, conversationId, deps);
  // Ids of events hold no number sign: with one it would be the name of a row that is none.
  const possible = ids.filter((id) => !id.includes('#'));
  const found = log ? await deps.events.findMany(log, possible) : [];
  const byId = new Map(found.map((event) => [event.id, event]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** @throws NotFoundError */
export async function conversationWithHistory(
  ownerId: string,
  conversationId: string,
  { conversations }: Pick<HistoryDeps, 'conversations'>,
): Promise<{ conversation: Conversation; log: EventLog }> {
  const conversation = await conversations.find(ownerId, conversationId);
  if (!conversation) throw new NotFoundError('Conversation', conversationId, { msg_id: 'CONVERSATION$NOT_FOUND' });
  return { conversation, log: logOf(conversation) };
}

/** Every event in its order, read page by page as it is asked for. */
export async function* wholeHistory(log: EventLog, events: EventReader): AsyncGenerator<AgentEvent> {
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

async function historyOf(ownerId: string, id: string, { conversations }: HistoryDeps): Promise<EventLog | undefined> {
  const conversation = await conversations.find(ownerId, id);
  return conversation && logOf(conversation);
}
