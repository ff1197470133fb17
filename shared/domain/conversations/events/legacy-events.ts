import type { AgentEvent } from './event.ts';
import type { EventReader, LogKey } from './event-store.ts';

/** A part of a history by places, which count from 0. Both ends are included. */
export interface LegacyPart {
  readonly start_id: number;
  readonly end_id?: number | undefined;
  readonly reverse: boolean;
  readonly limit: number;
}

/** The events in that part, and whether it holds more than these. */
export async function legacyEvents(
  log: LogKey,
  { start_id: start, end_id: end, reverse, limit }: LegacyPart,
  events: EventReader,
): Promise<{ events: AgentEvent[]; has_more: boolean }> {
  // A part that begins at an end of the history is read while its events are counted.
  const most = end === undefined ? limit : Math.min(limit, end - start + 1);
  const isAtEnd = most > 0 && (reverse ? end === undefined : start === 0);
  const [{ total }, atEnd] = await Promise.all([
    events.tally(log),
    isAtEnd ? some(log, most, { newestFirst: reverse, after: null }, events) : undefined,
  ]);
  const last = Math.min(end ?? total - 1, total - 1);
  const length = last - start + 1;
  if (length <= 0) return { events: [], has_more: false };
  const wanted = Math.min(limit, length);
  if (atEnd) return { events: atEnd.slice(0, wanted), has_more: length > Math.min(atEnd.length, wanted) };
  const after = await placeBehind(log, reverse ? total - 1 - last : start, { total, newestFirst: reverse }, events);
  if (after === undefined) return { events: [], has_more: false };
  const found = await some(log, wanted, { newestFirst: reverse, after }, events);
  return { events: found, has_more: length > found.length };
}

/** As `seek`, from the nearer end. Should events arrive meanwhile, places from the other end are others by then. */
async function placeBehind(
  log: LogKey,
  skip: number,
  { total, newestFirst }: { readonly total: number; readonly newestFirst: boolean },
  events: EventReader,
): Promise<string | null | undefined> {
  if (skip > total / 2) {
    const place = await events.seek(log, total - skip + 1, !newestFirst);
    const { total: totalNow } = await events.tally(log);
    if (totalNow === total) return place;
  }
  return events.seek(log, skip, newestFirst);
}

async function some(
  log: LogKey,
  wanted: number,
  from: { readonly newestFirst: boolean; readonly after: string | null },
  events: EventReader,
): Promise<AgentEvent[]> {
  if (wanted === 0) return [];
  const page = await events.search(log, { ...from, limit: wanted });
  return [...page.items];
}
