import { HttpError } from '../http/http-error.ts';
import { parseMicroseconds } from '../timestamps.ts';
import { type AgentEvent, isAgentMessage, isUserMessage } from './event.ts';
import { textOf } from './message.ts';

export interface EventFilter {
  readonly kind?: string | undefined;
  readonly source?: string | undefined;
  /** Part of a message's words, in any case. */
  readonly body?: string | undefined;
  /** Microseconds since the epoch. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

export interface PageRequest {
  readonly pageId?: string | undefined;
  readonly limit: number;
  readonly newestFirst: boolean;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next_page_id: string | null;
}

export function filterEvents(events: readonly AgentEvent[], filter: EventFilter): readonly AgentEvent[] {
  const body = filter.body?.toLowerCase();
  return events.filter((event) => {
    if (filter.kind !== undefined && event.kind !== filter.kind) return false;
    if (filter.source !== undefined && event.source !== filter.source) return false;
    if (body !== undefined && !hasWords(event, body)) return false;
    const time = parseMicroseconds(event.timestamp);
    return (filter.from === undefined || time >= filter.from) && (filter.before === undefined || time < filter.before);
  });
}

/**
 * One page of a list in its order. A page id is the id of the page's first item, so a page stays where it is while the list grows.
 * @throws HttpError 400 for a page id that names none of the items: to start again silently could keep a caller in a loop.
 */
export function pageOf<T extends { readonly id: string }>(items: readonly T[], page: PageRequest): Page<T> {
  const ordered = page.newestFirst ? items.toReversed() : items;
  const start = page.pageId === undefined ? 0 : ordered.findIndex((item) => item.id === page.pageId);
  if (start < 0) throw new HttpError(400, 'Unknown page_id');
  const end = start + page.limit;
  return { items: ordered.slice(start, end), next_page_id: ordered[end]?.id ?? null };
}

function hasWords(event: AgentEvent, wanted: string): boolean {
  if (!isUserMessage(event) && !isAgentMessage(event)) return false;
  return textOf(event.llm_message).toLowerCase().includes(wanted);
}
