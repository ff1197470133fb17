import { useSyncExternalStore } from 'react';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import type { AnswerStream, StreamedAnswer } from '../feed/answer-stream.ts';
import { cutText } from './cut-text.tsx';
import type { OpenRows } from './fold.tsx';
import { Markdown } from './lazy-parts.tsx';
import { SHOWN_LINES, Speech, Thoughts } from './speech.tsx';

/** The ID of the message being written, in place of an event ID. */
export const STREAMED = 'streamed';

/** A message while the model writes it, rendered as its final event will be. */
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
        {isCut && <p className="text-ink-soft text-xs">The beginning appears when the message is complete.</p>}
        <Markdown blocks={blocks} first={dropped} />
      </div>
    </Speech>
  );
}

/** What was readable of a message while it was written stays expanded in its final event. */
export function keepOpen(rows: OpenRows, { id }: TimelineEvent, { blocks }: StreamedAnswer): void {
  if (rows.has(`${STREAMED}/thought`)) rows.open(`${id}/thought`);
  rows.close(`${STREAMED}/thought`);
  if (cutText(blocks.join(''), SHOWN_LINES, 0)) rows.open(`${id}/text/all`);
}
