import { answerOf } from '../../../shared/client/answer-of.ts';
import { everyItem } from '../../../shared/client/every-item.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { KeptEvent } from './kept-event.ts';

export interface Span {
  readonly kind?: string | undefined;
  /** From then on. */
  readonly since?: Date | undefined;
}

/** The events that the service keeps, the oldest first; pages are asked for as they are needed. */
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

/** The newest event; undefined where there is none. */
export async function lastEvent(client: ServiceClient, id: string): Promise<KeptEvent | undefined> {
  const { items } = await answerOf(
    client.api.GET('/api/v1/conversation/{conversation_id}/events/search', {
      params: { path: { conversation_id: id }, query: { sort_order: 'TIMESTAMP_DESC', limit: 1 } },
    }),
  );
  return items[0];
}
