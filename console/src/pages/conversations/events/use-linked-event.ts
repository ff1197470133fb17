import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failed, useToast } from '../../../ui/toasts.ts';
import type { EventFeed } from './feed/event-feed.ts';

/** The event that the address names, once it is loaded. */
export function useLinkedEvent(feed: EventFeed, isLoading: boolean): string | undefined {
  const toast = useToast();
  const search: object = useLocation({ select: (location) => location.search });
  // Another page's rules read the address; an id of digits alone comes as a number.
  const given: unknown = 'event' in search ? search.event : undefined;
  const wanted = typeof given === 'string' || typeof given === 'number' ? String(given) : undefined;
  const [found, setFound] = useState<string>();
  useEffect(() => {
    if (wanted === undefined || isLoading) return;
    const abort = new AbortController();
    feed.reveal(wanted, abort.signal).then(
      (isThere) => {
        if (abort.signal.aborted) return;
        if (isThere) setFound(wanted);
        else toast({ tone: 'warn', title: 'The event of this link is not in the conversation' });
      },
      (error) => toast(failed('The search for the event of this link', error)),
    );
    return () => abort.abort();
  }, [feed, wanted, isLoading, toast]);
  return wanted === undefined ? undefined : found;
}
