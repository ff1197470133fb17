import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Conversation } from '../../../../api/shapes.ts';
import { useOnline } from '../../../../live/online.ts';
import { polls } from '../../../../live/polls.ts';
import { usePolling } from '../../../../live/use-polling.ts';
import { useApi } from '../../../../session/session.ts';
import { conversationQuery, followed } from '../../queries.ts';
import { addressOf } from './address.ts';
import { type AnswerListener, EventFeed, type FeedState } from './event-feed.ts';
import { historyOf } from './history.ts';
import { LiveEvents } from './live-events.ts';

/** How often the history of a paused conversation is read at most, in milliseconds. */
const PAUSED_EVERY = 60_000;

/** Follows the events of a conversation: live if its agent is reachable, otherwise by the history. */
export function useEventFeed(
  conversation: Conversation,
  onAnswer: AnswerListener,
): { readonly feed: EventFeed; readonly state: FeedState } {
  const api = useApi();
  const queries = useQueryClient();
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
      // The rest of the page also needs to know why the connection was lost.
      const found = await queries.fetchQuery({ ...conversationQuery(api, id), staleTime: 0 });
      return addressOf(found);
    };
    const live = new LiveEvents({
      address: { url, key },
      freshAddress,
      after: () => feed.after(),
      onEvent: feed.receive,
      onConnection: (connection) => {
        if (connection === 'live') followed.add(id);
        else followed.delete(id);
        feed.setConnection(connection);
      },
      rest: (retries) => polls.next(retries),
    });
    return () => {
      live.stop();
      followed.delete(id);
      feed.setConnection('history');
    };
  }, [api, queries, feed, id, url, key, state.isLoading]);

  // The connection brings the events itself.
  const isLive = state.connection === 'live';
  usePolling(() => void feed.loadNewer(), {
    isEnabled: !isLive && !state.isLoading && isOnline,
    isMoving: isRunning && (state.connection !== 'history' || state.executionStatus === 'running'),
    atLeast: isRunning ? 0 : PAUSED_EVERY,
  });
  // Events that arrived between the last read of the history and the connection.
  useEffect(() => {
    if (isLive) void feed.loadNewer();
  }, [feed, isLive]);

  // A pause delivers its last events before the sandbox is paused.
  const { sandbox_status: status } = conversation;
  useEffect(() => {
    if (status !== 'RUNNING' && !feed.get().isLoading) void feed.loadNewer();
  }, [feed, status]);

  return { feed, state };
}
