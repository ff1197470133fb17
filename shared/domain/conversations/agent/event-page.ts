import * as z from 'zod';
import { AgentEventBody } from '../../../contract/agents/webhooks.ts';
import { agentEventBounds } from '../../../contract/shapes/json-bounds.ts';
import type { AgentEvent } from '../events/event.ts';

/** A page of an agent's history, newest first. */
export interface EventPage {
  readonly events: readonly AgentEvent[];
  /** The position of the next page; null on the last one. */
  readonly next: string | null;
}

/** Events per request. If the response is too long, the next smaller size is tried. */
const PAGE_SIZES = [100, 10, 1] as const;

/** The longest page, in bytes: one event with the largest pictures. */
const LONGEST_PAGE = 12_000_000;

const Page = z.object({ items: z.array(z.unknown()), next_page_id: z.string().nullish() });

/**
 * Reads a page of the history that an agent has.
 *
 * @param ask sends a request below `/api/conversations`. It throws without a response and for an error status.
 */
export async function eventPage(
  agentConversationId: string,
  after: string | null,
  ask: (path: string, maxBytes: number) => Promise<unknown>,
): Promise<EventPage> {
  let failure: unknown;
  for (const limit of PAGE_SIZES) {
    const query = new URLSearchParams({ limit: String(limit), sort_order: 'TIMESTAMP_DESC' });
    if (after !== null) query.set('page_id', after);
    try {
      const answer = await ask(`/${agentConversationId}/events/search?${query}`, LONGEST_PAGE);
      const { items, next_page_id: next } = Page.parse(answer);
      return { events: items.flatMap(eventIn), next: next ?? null };
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('the agent server did not return a page of events', { cause: failure });
}

/** An event as deep as deliveries can be: clients cannot parse every depth, and would lose their whole list. */
function eventIn(item: unknown): AgentEvent[] {
  const { data } = AgentEventBody.safeParse(item);
  return data && !isTooDeep(data, agentEventBounds.depth - 1) ? [data] : [];
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isTooDeep(one, levels - 1));
}
