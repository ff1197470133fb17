import { useEffect, useRef, useState } from 'react';
import { isOf, type TimelineEvent } from '../../../../../shared/presentation/events/timeline-event.ts';

/** So much of a message is read out. */
const LONGEST = 300;

/** What the agent has just said, for those who hear the page. Nothing of what was there when the page was opened. */
export function useAnnouncement(events: readonly TimelineEvent[], isLoading: boolean): string {
  const [words, setWords] = useState('');
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (isLoading) return;
    const message = events.findLast((event) => isOf(event, 'message') && event.content.from === 'agent');
    const known = last.current;
    last.current = message?.id ?? '';
    if (known === undefined || message === undefined || known === message.id || !isOf(message, 'message')) return;
    setWords(`Agent: ${message.content.text.slice(0, LONGEST)}`);
  }, [events, isLoading]);
  return words;
}
