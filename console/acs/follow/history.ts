import { eventTime } from '../../../shared/client/agent-events.ts';
import { answerOf, everyItem } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { jsonOf, listOf, textOf } from '../../../shared/presentation/events/json.ts';

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

/** Milliseconds that an agent has to name its newest event. */
const PATIENCE = 5000;

/** The newest event. A running agent is asked, as the history lags behind it. */
export async function lastEvent(client: ServiceClient, id: string): Promise<KeptEvent | undefined> {
  const path = { conversation_id: id };
  const found = await answerOf(client.api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path } }));
  const newest = await lastOfAgent(found).catch(() => undefined);
  if (newest !== undefined) return newest;
  const { items } = await answerOf(
    client.api.GET('/api/v1/conversation/{conversation_id}/events/search', {
      params: { path, query: { sort_order: 'TIMESTAMP_DESC', limit: 1 } },
    }),
  );
  return items[0];
}

async function lastOfAgent(conversation: components['schemas']['AppConversation']): Promise<KeptEvent | undefined> {
  const { conversation_url: url, session_api_key: key } = conversation;
  if (url === null || key === null) return undefined;
  const response = await fetch(`${url}/events/search?limit=1&sort_order=TIMESTAMP_DESC`, {
    headers: { 'X-Session-API-Key': key },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) return undefined;
  return jsonOf(listOf(jsonOf(await response.json()).items)[0]) as KeptEvent;
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
