import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { stored } from '../queries.ts';
import type { FeedState } from './feed/event-feed.ts';

/** What the agent does: by its events while they come, else by what the service says. */
export function useShownStatus(conversation: Conversation, { connection, executionStatus }: FeedState): string | null {
  const { id, execution_status: asked } = conversation;
  const live = connection === 'live' ? executionStatus : undefined;
  const queries = useQueryClient();
  const known = useRef<string | null>(asked);
  known.current = asked;
  // The rest of the page is asked for anew when the agent does something else.
  useEffect(() => {
    if (live !== undefined && live !== known.current) void queries.invalidateQueries({ queryKey: stored.one(id) });
  }, [queries, id, live]);
  return live ?? asked ?? executionStatus ?? null;
}
