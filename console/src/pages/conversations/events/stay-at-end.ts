import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { Item } from './timeline-item.tsx';

/** New events are followed this close to the end, in pixels. */
export const AT_END = 80;

/** Keeps the end of a list in view when its size changes, and jumps there with each sent message. */
export function useStayAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  items: readonly Item[],
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let isAtEnd = true;
    // A list that shrinks does not scroll: the last scroll position shows where the reader was.
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
