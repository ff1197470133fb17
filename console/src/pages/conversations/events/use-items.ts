import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { OutgoingMessage } from './composer/outbox.ts';
import type { AnswerStream } from './feed/answer-stream.ts';
import { filterRows, type RowKind } from './model/row-filter.ts';
import type { Row } from './model/timeline-rows.ts';
import { STREAMED } from './rows/streamed-row.tsx';
import type { Item } from './timeline-item.tsx';

interface Options {
  readonly rows: readonly Row[];
  readonly kind: RowKind;
  readonly search: string;
  readonly outgoing: readonly OutgoingMessage[];
  readonly stream: AnswerStream;
}

/** Kinds of rows of which an answer that is being written will be one. */
const ofAnswers: readonly RowKind[] = ['main', 'messages', 'all'];

/** What the timeline shows, in its order, and how many rows of it have happened. */
export function useItems({ rows, kind, search, outgoing, stream }: Options) {
  const searched = useDeferredValue(search);
  const shown = useMemo(() => filterRows(rows, kind, searched), [rows, kind, searched]);
  const isWriting = useSyncExternalStore(stream.subscribe, () => stream.get() !== undefined);
  const isStreamShown = isWriting && searched.trim() === '' && ofAnswers.includes(kind);
  const items = useMemo(
    (): readonly Item[] => [
      ...shown,
      ...outgoing.map((message) => ({ type: 'outgoing' as const, key: message.id, message })),
      // The row itself follows the pieces: the list stays the same while it grows.
      ...(isStreamShown ? [{ type: 'streamed' as const, key: STREAMED, stream }] : []),
    ],
    [shown, outgoing, isStreamShown, stream],
  );
  return { items, shown: shown.length };
}
