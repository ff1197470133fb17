import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import type { StreamedAnswer } from '../feed/answer-stream.ts';
import { cutText } from '../model/cut.ts';
import type { OpenRows } from './open-rows.ts';
import { SHOWN_LINES } from './speech.tsx';
import { STREAMED } from './streamed-row.tsx';

/** What could be read of an answer while it was written stays open in its final event. */
export function keepOpen(rows: OpenRows, { id }: TimelineEvent, { blocks }: StreamedAnswer): void {
  if (rows.has(`${STREAMED}/thought`)) rows.open(`${id}/thought`);
  rows.close(`${STREAMED}/thought`);
  if (cutText(blocks.join(''), SHOWN_LINES, 0)) rows.open(`${id}/text/all`);
}
