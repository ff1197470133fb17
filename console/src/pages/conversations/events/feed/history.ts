import { answerOf } from '../../../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../../../shared/client/service-client.ts';

/** The page size limit of the service. */
const PAGE = 100;

interface Page {
  /** Oldest first. */
  readonly events: readonly unknown[];
  readonly next: string | null;
}

/** The events of a conversation that the service stores. */
export interface History {
  /** The newest part, or with `page` the one before it. */
  readonly older: (page?: string) => Promise<Page>;
  /** All events from a time on. */
  readonly since: (time: string) => AsyncGenerator<readonly unknown[], void>;
  /** One event; undefined if no event has this ID. */
  readonly one: (id: string) => Promise<unknown>;
}

export function historyOf(api: ServiceClient['api'], conversationId: string): History {
  const path = { conversation_id: conversationId };
  const page = (query: {
    readonly sort_order: 'TIMESTAMP' | 'TIMESTAMP_DESC';
    readonly timestamp__gte?: string;
    readonly page_id?: string;
  }) =>
    answerOf(
      api.GET('/api/v1/conversation/{conversation_id}/events/search', {
        params: { path, query: { ...query, limit: PAGE } },
      }),
    );
  return {
    older: async (pageId) => {
      const { items, next_page_id: next } = await page({
        sort_order: 'TIMESTAMP_DESC',
        ...(pageId === undefined ? {} : { page_id: pageId }),
      });
      return { events: items.toReversed(), next };
    },
    async *since(time) {
      let next: string | null | undefined;
      do {
        const from = { sort_order: 'TIMESTAMP', timestamp__gte: time } as const;
        const answer = await page(next ? { ...from, page_id: next } : from);
        yield answer.items;
        next = answer.next_page_id;
      } while (next);
    },
    one: async (id) => {
      const [event] = await answerOf(
        api.GET('/api/v1/conversation/{conversation_id}/events', { params: { path, query: { id: [id] } } }),
      );
      return event ?? undefined;
    },
  };
}
