import { NotFoundError } from '../../../platform/errors.ts';
import { type Page, pageIdAfter, positionOf } from '../../../platform/paging.ts';
import { agentConversationId, type Conversation } from '../record/conversation.ts';
import type { ConversationStore } from '../record/conversation-store.ts';
import type { AgentEvent } from './event.ts';
import type { EventReader, LogKey } from './event-store.ts';

export interface HistoryDeps {
  readonly conversations: Pick<ConversationStore, 'find'>;
  readonly events: EventReader;
}

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

interface Found<T> {
  readonly conversation: Conversation;
  readonly log: LogKey;
  readonly result: T;
}

/** A page of events. Also empty for another owner's conversation, so as not to confirm that the id exists. */
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
  // Event ids contain no number sign; the keys of other rows do.
  const possible = ids.filter((id) => !id.includes('#'));
  const found = await ofConversation(ownerId, conversationId, deps, (log) => deps.events.findMany(log, possible));
  const byId = new Map(found?.result.map((event) => [event.id, event]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** A conversation with the result of `read`. @throws NotFoundError; as `read` does */
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

/** All events, oldest first, read page by page on demand. */
export async function* wholeHistory(log: LogKey, events: EventReader): AsyncGenerator<AgentEvent> {
  let after: string | null = null;
  do {
    const page: Page<AgentEvent> = await events.search(log, { newestFirst: false, limit: 100, after, isWhole: true });
    yield* page.items;
    after = page.next;
  } while (after !== null);
}

/**
 * Reads a conversation and its history at the same time, as the key of the history follows from the ids.
 *
 * @returns undefined if the owner has no such conversation, even if `read` fails
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

/** A range of positions in a history, from 0, both ends inclusive. */
interface LegacyPart {
  readonly start_id: number;
  readonly end_id?: number | undefined;
  readonly reverse: boolean;
  readonly limit: number;
}

/** The events of a range, and whether it contains more. */
export async function legacyEvents(
  log: LogKey,
  { start_id: start, end_id: end, reverse, limit }: LegacyPart,
  events: EventReader,
): Promise<{ events: AgentEvent[]; has_more: boolean }> {
  // A range at either end of the history is read while the events are counted.
  const most = end === undefined ? limit : Math.min(limit, end - start + 1);
  const isAtEnd = most > 0 && (reverse ? end === undefined : start === 0);
  const [{ total }, atEnd] = await Promise.all([
    events.tally(log),
    isAtEnd ? readFrom(log, most, { newestFirst: reverse, after: null }, events) : undefined,
  ]);
  const last = Math.min(end ?? total - 1, total - 1);
  const length = last - start + 1;
  if (length <= 0) return { events: [], has_more: false };
  const wanted = Math.min(limit, length);
  if (atEnd) return { events: atEnd.slice(0, wanted), has_more: length > Math.min(atEnd.length, wanted) };
  const after = await positionAfter(log, reverse ? total - 1 - last : start, { total, newestFirst: reverse }, events);
  if (after === undefined) return { events: [], has_more: false };
  const found = await readFrom(log, wanted, { newestFirst: reverse, after }, events);
  return { events: found, has_more: length > found.length };
}

/** As `seek`, from the nearer end. New events shift positions from the end, so then it seeks from the start. */
async function positionAfter(
  log: LogKey,
  skip: number,
  { total, newestFirst }: { readonly total: number; readonly newestFirst: boolean },
  events: EventReader,
): Promise<string | null | undefined> {
  if (skip > total / 2) {
    const position = await events.seek(log, total - skip + 1, !newestFirst);
    const { total: totalNow } = await events.tally(log);
    if (totalNow === total) return position;
  }
  return events.seek(log, skip, newestFirst);
}

async function readFrom(
  log: LogKey,
  wanted: number,
  from: { readonly newestFirst: boolean; readonly after: string | null },
  events: EventReader,
): Promise<AgentEvent[]> {
  if (wanted === 0) return [];
  const page = await events.search(log, { ...from, limit: wanted });
  return [...page.items];
}
