import { readEvent, repeatsMessage } from '../../../shared/presentation/events/read-event.ts';
import { type EventOf, isOf, type TimelineEvent } from '../../../shared/presentation/events/timeline-event.ts';
import { toolCallOf } from '../../../shared/presentation/events/tool-call.ts';
import type { Output, Style } from '../output/output.ts';
import { oneLine, plain } from '../output/plain.ts';
import { shortened, widthOf, wrapped } from '../output/width.ts';
import { type KeptEvent, kindOf, timeOf } from './history.ts';

/** An event as text, with a mark for its kind. */
interface Line {
  readonly mark: string;
  readonly text: string;
  readonly style: Style;
  /** Whether the whole text is shown, not just what fits in a line. */
  readonly isWhole?: boolean;
}

/** The text of an event. On a terminal, only messages and errors can take several lines. */
export function eventLine(event: KeptEvent, out: Output, columns: number | undefined): string {
  const { mark, text, style, isWhole = false } = lineOf(event);
  const time = clock(timeOf(event), out.utc, new Date());
  const head = `${time}  ${mark} `;
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - widthOf(head);
  const body = isWhole ? whole(text, room, head.length) : shortened(oneLine(text), room);
  return `${out.paint('gray', time)}  ${out.paint(style, mark)} ${isWhole ? body : out.paint(style, body)}`.trimEnd();
}

/** Whether an event tells people nothing: bookkeeping of the agent, or what its last message said. */
export function isBookkeeping(event: KeptEvent): boolean {
  const read = readEvent(event, '');
  if (read === undefined) return false;
  return repeatsMessage(read) || (read.content.type === 'state' && read.content.isMinor);
}

/** Wraps long lines and indents the rest. */
function whole(text: string, room: number, indent: number): string {
  return wrapped(plain(text).trim(), Math.max(20, room)).join(`\n${' '.repeat(indent)}`);
}

function lineOf(event: KeptEvent): Line {
  const read = readEvent(event, '');
  if (read === undefined) return { mark: '·', text: kindOf(event) || 'an event without a kind', style: 'gray' };
  if (isOf(read, 'action') || isOf(read, 'result')) return toolLine(read);
  const { content } = read;
  switch (content.type) {
    case 'message':
      return content.from === 'user'
        ? { mark: 'user ', text: spoken(content), style: 'green', isWhole: true }
        : { mark: 'agent', text: spoken(content), style: 'bold', isWhole: true };
    case 'error':
      return {
        mark: '✗',
        text: [content.title, content.detail, content.remedy].filter(Boolean).join('\n'),
        style: 'red',
        isWhole: true,
      };
    case 'state':
      return { mark: '·', text: content.text, style: 'gray' };
    case 'note':
      return { mark: '·', text: content.title, style: 'gray' };
    default:
      return { mark: '·', text: read.kind, style: 'gray' };
  }
}

/** The words of a message, with the number of its images. */
function spoken({ text, images }: EventOf<'message'>['content']): string {
  const pictures = images.length === 0 ? '' : `[${images.length === 1 ? '1 image' : `${images.length} images`}]`;
  return [text.trim(), pictures].filter(Boolean).join(' ') || '(no text)';
}

/** A tool call with its subject, such as the command or the file; or its result. */
function toolLine(event: TimelineEvent): Line {
  const [action, result] = [isOf(event, 'action') ? event : undefined, isOf(event, 'result') ? event : undefined];
  const call = toolCallOf({ action, result });
  const named = call.subject === '' ? call.tool : `${call.tool}: ${call.subject}`;
  if (result === undefined) return { mark: '▸', text: named, style: 'cyan' };
  const { text, outcome } = result.content;
  if (outcome === 'rejected') {
    const by = result.raw.rejection_source === 'hook' ? 'blocked by a hook' : 'rejected';
    return { mark: '✗', text: [by, text].filter(Boolean).join(': '), style: 'yellow' };
  }
  const exit = call.exitCode === undefined ? '' : `exit ${call.exitCode}  `;
  const output = `${exit}${text}`.trim() === '' ? `${call.tool}: no output` : `${exit}${text}`;
  return call.outcome === 'failed'
    ? { mark: '✗', text: output, style: 'red' }
    : { mark: '✓', text: output, style: 'gray' };
}

/** The time of day, with the date unless it is today. */
function clock(time: Date, isUtc: boolean, now: Date): string {
  if (Number.isNaN(time.getTime())) return '--:--:--';
  if (isUtc) return `${time.toISOString().slice(0, 19)}Z`;
  const isToday = time.toDateString() === now.toDateString();
  // Swedish dates have the format of ISO 8601.
  return `${isToday ? '' : `${time.toLocaleDateString('sv')} `}${time.toTimeString().slice(0, 8)}`;
}
