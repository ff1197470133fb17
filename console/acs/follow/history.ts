import { eventTime } from '../../../shared/client/agent-events.ts';
import { answerOf, everyItem } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { textOf } from '../../../shared/presentation/events/json.ts';

export interface Span {
  readonly kind?: string | undefined;
  /** Only events from this time on. */
  readonly since?: Date | undefined;
}

/** The stored events, oldest first. Fetches pages as needed. */
export function history(client: ServiceClient, id: string, { kind, since }: Span): AsyncGenerator<KeptEvent, void> {
  const query = {
    ...(kind === undefined ? {} : { kind__eq: kind }),
    ...(since === undefined ? {} : { timestamp__gte: since.toISOString() }),
  };
  return everyItem((page) =>
    answerOf(
      client.api.GET('/api/v1/conversation/{conversation_id}/events/search', {
        params: { path: { conversation_id: id }, query: { ...query, ...page } },
      }),
    ),
  );
}

/** The newest event, if there is one. */
export async function lastEvent(client: ServiceClient, id: string): Promise<KeptEvent | undefined> {
  const { items } = await answerOf(
    client.api.GET('/api/v1/conversation/{conversation_id}/events/search', {
      params: { path: { conversation_id: id }, query: { sort_order: 'TIMESTAMP_DESC', limit: 1 } },
    }),
  );
  return items[0];
}

/** An event as its agent server sent it. Any field can be missing. */
export type KeptEvent = components['schemas']['Event'];

export const idOf = ({ id }: KeptEvent): string => textOf(id) ?? '';
export const kindOf = ({ kind }: KeptEvent): string => textOf(kind) ?? '';

/** The time of an event; an invalid date if it has none. */
export function timeOf({ timestamp }: KeptEvent): Date {
  return new Date(eventTime(timestamp) ?? Number.NaN);
}

/** Whether the history contains the event. Message deltas and state snapshots are only sent live. */
export function isKept(event: KeptEvent): boolean {
  return idOf(event) !== '' && kindOf(event) !== 'StreamingDeltaEvent' && event.key !== 'full_state';
}
