import { useSyncExternalStore } from 'react';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import type { AnswerStream, StreamedAnswer } from '../feed/answer-stream.ts';
import { cutText } from './cut-text.tsx';
import type { OpenRows } from './fold.tsx';
import { Markdown } from './lazy-parts.tsx';
import { SHOWN_LINES, Speech, Thoughts } from './speech.tsx';

/** The id of the answer that is being written, in the place of that of an event. */
export const STREAMED = 'streamed';

/** An answer while the model writes it, as its final event will look. */
export function StreamedRow({ stream }: { readonly stream: AnswerStream }) {
  const answer = useSyncExternalStore(stream.subscribe, stream.get);
  if (answer === undefined) return null;
  const { blocks, dropped, reasoning, isCut } = answer;
  if (blocks.length === 0) {
    return (
      <div className="min-h-10.5 rounded-lg border border-line bg-surface px-2.5 py-2">
        <Thoughts id={STREAMED} isGrowing text={reasoning} />
      </div>
    );
  }
  return (
    <Speech from="agent" time="is writing">
      <Thoughts id={STREAMED} text={reasoning} />
      <div>
        {isCut && <p className="text-ink-soft text-xs">The beginning is shown when the answer is complete.</p>}
        <Markdown blocks={blocks} first={dropped} />
      </div>
    </Speech>
  );
}

/** What could be read of an answer while it was written stays open in its final event. */
export function keepOpen(rows: OpenRows, { id }: TimelineEvent, { blocks }: StreamedAnswer): void {
  if (rows.has(`${STREAMED}/thought`)) rows.open(`${id}/thought`);
  rows.close(`${STREAMED}/thought`);
  if (cutText(blocks.join(''), SHOWN_LINES, 0)) rows.open(`${id}/text/all`);
}
