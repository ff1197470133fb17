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
  const after = await events.seek(log, reverse ? total - 1 - last : start, reverse);
  if (after === undefined) return { events: [], has_more: false };
  const wanted = Math.min(limit, length);
  const found = await some(log, wanted, { newestFirst: reverse, after }, events);
  return { events: found, has_more: length > found.length };
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
