import { useEffect, useState, useSyncExternalStore } from 'react';
import { answerOf } from '../../../../../../shared/client/answer-of.ts';
import type { Conversation } from '../../../../api/shapes.ts';
import { LIVE } from '../../../../live/intervals.ts';
import { useOnline } from '../../../../live/online.ts';
import { useApi } from '../../../../session/session.ts';
import { addressOf } from './address.ts';
import { type AnswerListener, EventFeed, type FeedState } from './event-feed.ts';
import { historyOf } from './history.ts';
import { LiveEvents } from './live-events.ts';

/** How often the history is read, in milliseconds. While live, it only fills gaps of the connection. */
const intervals = { live: LIVE.slow, connecting: LIVE.normal, reconnecting: LIVE.fast, history: LIVE.normal } as const;

/** Follows the events of a conversation: live if its agent is reachable, otherwise by the history. */
export function useEventFeed(
  conversation: Conversation,
  onAnswer: AnswerListener,
): { readonly feed: EventFeed; readonly state: FeedState } {
  const api = useApi();
  const { id } = conversation;
  const [feed] = useState(() => new EventFeed(historyOf(api, id), onAnswer));
  const state = useSyncExternalStore(feed.subscribe, feed.get);
  const isOnline = useOnline();
  const address = addressOf(conversation);
  const isRunning = conversation.sandbox_status === 'RUNNING';
  const [url, key] = isRunning && isOnline && address ? [address.url, address.key] : [null, null];

  useEffect(() => void feed.loadOlder(), [feed]);

  useEffect(() => {
    // The loaded events determine which events are missing.
    if (url === null || key === null || state.isLoading) return;
    const freshAddress = async () => {
      const query = { params: { query: { ids: [id] } } };
      const found = await answerOf(api.GET('/api/v1/app-conversations', query));
      return addressOf(Array.isArray(found) ? found[0] : null);
    };
    const live = new LiveEvents({
      address: { url, key },
      freshAddress,
      after: () => feed.after(),
      onEvent: feed.receive,
      onConnection: feed.setConnection,
    });
    return () => {
      live.stop();
      feed.setConnection('history');
    };
  }, [api, feed, id, url, key, state.isLoading]);

  const every = state.connection === 'history' && !isRunning ? LIVE.slow : intervals[state.connection];
  useEffect(() => {
    if (state.isLoading || !isOnline) return;
    const timer = setInterval(() => void feed.loadNewer(), every);
    return () => clearInterval(timer);
  }, [feed, every, isOnline, state.isLoading]);

  // A pause delivers its last events before the sandbox is paused.
  const { sandbox_status: status } = conversation;
  useEffect(() => {
    if (status !== 'RUNNING' && !feed.get().isLoading) void feed.loadNewer();
  }, [feed, status]);

  return { feed, state };
}
