import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { onShownFrame } from '../../../live/shown-frame.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { OpenCalls } from './rows/tool-row.tsx';
import { AT_END, useStayAtEnd } from './stay-at-end.ts';
import { estimate, type Item, TimelineItem } from './timeline-item.tsx';

interface Props {
  readonly items: readonly Item[];
  readonly openCalls: OpenCalls;
  readonly isLoadingOlder: boolean;
  /** Undefined if nothing older should be loaded automatically. */
  readonly onOlder: (() => unknown) | undefined;
  /** The row that a link points to. */
  readonly marked: string | undefined;
}

/** Older events are requested this many rows before the first one. */
const AHEAD = 15;

/** The rows of a conversation. Only those in view are in the document. */
export const Timeline = memo(({ items, openCalls, isLoadingOlder, onOlder, marked }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const focusedIndex = useMemo(() => items.findIndex(({ key }) => key === focused), [items, focused]);
  const rangeExtractor = useCallback(
    // Keeps the row with the focus, which would otherwise be lost.
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return focusedIndex < 0 || indexes.includes(focusedIndex)
        ? indexes
        : [...indexes, focusedIndex].sort((one, other) => one - other);
    },
    [focusedIndex],
  );
  // Stable while the rows do not change, so that a growing row does not cause others to be measured again.
  const getItemKey = useCallback((index: number) => items[index]?.key ?? index, [items]);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(items[index]),
    getItemKey,
    rangeExtractor,
    overscan: 6,
    gap: 8,
    paddingStart: 12,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
  });

  const markedIndex = useMemo(() => items.findIndex((item) => isMarked(item, marked)), [items, marked]);
  const hasItems = items.length > 0;
  // The scroll target: an event, or the end.
  const shown = useRef<string>(undefined);
  useLayoutEffect(
    () => () => {
      shown.current = undefined;
    },
    [],
  );
  useLayoutEffect(() => {
    if (!hasItems) return;
    if (marked !== undefined && markedIndex >= 0 && shown.current !== marked) {
      shown.current = marked;
      virtualizer.scrollToIndex(markedIndex, { align: 'center' });
    } else if (shown.current === undefined) {
      shown.current = '';
      virtualizer.scrollToEnd();
    }
  }, [virtualizer, hasItems, marked, markedIndex]);

  useStayAtEnd(scroller, virtualizer, items, marked);

  const rows = virtualizer.getVirtualItems();
  const firstIndex = rows[0]?.index ?? 0;
  useEffect(() => {
    if (firstIndex >= AHEAD || isLoadingOlder || !onOlder) return;
    // Before, the list is not at its end yet.
    return onShownFrame(onOlder);
  }, [firstIndex, isLoadingOlder, onOlder]);

  return (
    <div className="relative min-h-0 min-w-0 flex-1">
      <div
        aria-busy={isLoadingOlder}
        aria-label="Conversation events"
        className="h-full overflow-y-auto overflow-x-hidden overscroll-contain px-3 [overflow-anchor:none]"
        onBlur={() => setFocused(undefined)}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-key]')?.dataset.key)}
        onKeyDown={(event) => {
          const index = nextArticle(event);
          if (index === undefined || index < 0 || index >= items.length) return;
          event.preventDefault();
          setFocused(items[index]?.key);
          virtualizer.scrollToIndex(index);
          const find = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
          // A row that was out of view is in the document from the next frame on.
          requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
        }}
        ref={scroller}
        role="feed"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
        tabIndex={0}
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, key, start }) => {
            const item = items[index];
            return (
              item && (
                <article
                  aria-label={labelOf(item)}
                  aria-posinset={index + 1}
                  aria-setsize={items.length}
                  className="absolute inset-x-0 top-0 rounded-xl"
                  data-index={index}
                  data-key={item.key}
                  key={key}
                  ref={virtualizer.measureElement}
                  style={{ transform: `translateY(${start}px)` }}
                  tabIndex={-1}
                >
                  <TimelineItem
                    isMarked={index === markedIndex}
                    openCalls={item.type === 'tool' && item.result === undefined ? openCalls : 'over'}
                    item={item}
                  />
                </article>
              )
            );
          })}
        </div>
      </div>
      {isLoadingOlder && (
        <div className="-translate-x-1/2 absolute top-2 left-1/2 rounded-full border border-line bg-surface px-3 py-1 text-xs shadow">
          <Spinner label="Loading older events" />
        </div>
      )}
      <JumpToNewest isAtEnd={virtualizer.isAtEnd(AT_END)} items={items} onJump={() => virtualizer.scrollToEnd()} />
    </div>
  );
});

function isMarked(item: Item, marked: string | undefined): boolean {
  return marked !== undefined && (item.key === marked || (item.type === 'tool' && item.result?.id === marked));
}

function labelOf(item: Item): string {
  if (item.type === 'tool') return `Tool call: ${item.action?.content.tool ?? item.result?.content.tool ?? ''}`;
  if (item.type === 'outgoing') return 'Message being sent';
  if (item.type === 'streamed') return 'Message being written by the agent';
  const { content, kind } = item.event;
  switch (content.type) {
    case 'message':
      return content.from === 'user' ? 'User message' : 'Agent message';
    case 'error':
    case 'note':
      return content.title;
    case 'state':
      return content.text;
    default:
      return kind;
  }
}

interface JumpToNewestProps {
  readonly items: readonly Item[];
  readonly isAtEnd: boolean;
  readonly onJump: () => void;
}

/** Shows how many events arrived out of view, and jumps there. */
function JumpToNewest({ items, isAtEnd, onJump }: JumpToNewestProps) {
  const newest = items.at(-1)?.key;
  const [seen, setSeen] = useState(newest);
  useEffect(() => {
    if (isAtEnd) setSeen(newest);
  }, [isAtEnd, newest]);
  if (isAtEnd || items.length === 0) return null;
  const place = items.findLastIndex(({ key }) => key === seen);
  const fresh = place < 0 ? 0 : items.length - 1 - place;
  return (
    <Button
      className="-translate-x-1/2 absolute bottom-3 left-1/2 rounded-full shadow-lg"
      icon={ArrowDown}
      onClick={onJump}
    >
      {fresh === 0 ? 'Newest' : `${fresh} new ${fresh === 1 ? 'event' : 'events'}`}
    </Button>
  );
}

/**
 * Page Down and Page Up within a row move to the next and the previous row, as the ARIA feed pattern requires. On the
 * list itself, they scroll.
 *
 * @returns the index of the target row; undefined for other keys
 */
function nextArticle({ key, target, currentTarget }: KeyboardEvent): number | undefined {
  if ((key !== 'PageDown' && key !== 'PageUp') || target === currentTarget || !(target instanceof Element)) {
    return undefined;
  }
  const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN);
  if (Number.isNaN(index)) return undefined;
  return key === 'PageDown' ? index + 1 : index - 1;
}
