import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { onShownFrame } from '../../../live/shown-frame.ts';
import type { Item } from './timeline-item.tsx';

/** New events are followed this close to the end, in pixels. */
export const AT_END = 80;

/**
 * Keeps the end of a list in view when its size changes or the tab is shown, and jumps there with each sent message.
 *
 * @param marked the row that a link points to
 */
export function useStayAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  items: readonly Item[],
  marked: string | undefined,
): void {
  const hasTarget = useRef(false);
  hasTarget.current = marked !== undefined;
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
    let stop = (): void => {};
    // Rows have their real sizes only now.
    const onVisibility = (): void => {
      stop();
      if (!document.hidden && isAtEnd && !hasTarget.current) stop = onShownFrame(() => virtualizer.scrollToEnd());
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('visibilitychange', onVisibility);
    observer.observe(element);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, virtualizer]);

  const sent = items.findLast(({ type }) => type === 'outgoing')?.key;
  useLayoutEffect(() => {
    if (sent !== undefined) virtualizer.scrollToEnd();
  }, [virtualizer, sent]);
}
