import type { AgentEvent, EventLog } from './event.ts';
import type { EventReader } from './event-store.ts';

/** A part of a history by places, which count from 0. Both ends are included. */
export interface LegacyPart {
  readonly start_id: number;
  readonly end_id?: number | undefined;
  readonly reverse: boolean;
  readonly limit: number;
}

/** The events in that part, and whether it holds more than these. */
export async function legacyEvents(
  log: EventLog,
  { start_id: start, end_id: end, reverse, limit }: LegacyPart,
  events: EventReader,
): Promise<{ events: AgentEvent[]; has_more: boolean }> {
  const { total } = await events.tally(log);
  const last = Math.min(end ?? total - 1, total - 1);
  const length = last - start + 1;
  if (length <= 0) return { events: [], has_more: false };
  const after = await placeBehind(log, reverse ? total - 1 - last : start, { total, newestFirst: reverse }, events);
  if (after === undefined) return { events: [], has_more: false };
  const wanted = Math.min(limit, length);
  const found = await some(log, wanted, { newestFirst: reverse, after }, events);
  return { events: found, has_more: length > found.length };
}

/** As `seek`, from the nearer end. Should events arrive meanwhile, places from the other end are others by then. */
async function placeBehind(
  log: EventLog,
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
  log: EventLog,
  wanted: number,
  from: { readonly newestFirst: boolean; readonly after: string | null },
  events: EventReader,
): Promise<AgentEvent[]> {
  if (wanted === 0) return [];
  const page = await events.search(log, { ...from, limit: wanted });
  return [...page.items];
}
