import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { Item } from './timeline-item.tsx';

/** So near to the end, in pixels, new events are followed. */
export const AT_END = 80;

/** Keeps the end of a list in sight where its own room changes, and leads there with each message that is sent. */
export function useStayAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  items: readonly Item[],
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let isAtEnd = true;
    // A list that becomes smaller does not scroll: what was last scrolled to says where people were.
    const onScroll = (): void => {
      isAtEnd = virtualizer.isAtEnd(AT_END);
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) virtualizer.scrollToEnd();
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, virtualizer]);

  const sent = items.findLast(({ type }) => type === 'outgoing')?.key;
  useLayoutEffect(() => {
    if (sent !== undefined) virtualizer.scrollToEnd();
  }, [virtualizer, sent]);
}
