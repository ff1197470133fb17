import { Clock, TriangleAlert, User } from 'lucide-react';
import { Component, memo, type ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import type { OutgoingMessage } from './composer/outbox.ts';
import type { AnswerStream } from './feed/answer-stream.ts';
import type { Row } from './model/timeline-rows.ts';
import { EventRow } from './rows/event-row.tsx';
import { StreamedRow } from './rows/streamed-row.tsx';
import { type OpenCalls, ToolRow } from './rows/tool-row.tsx';

/** A row of the timeline: first what has happened, then what is pending. */
export type Item =
  | Row
  | { readonly type: 'outgoing'; readonly key: string; readonly message: OutgoingMessage }
  | { readonly type: 'streamed'; readonly key: string; readonly stream: AnswerStream };

interface Props {
  readonly item: Item;
  readonly openCalls: OpenCalls;
  readonly isMarked: boolean;
}

export const TimelineItem = memo(({ item, openCalls, isMarked }: Props) => (
  <div className={classes('group rounded-xl', isMarked && 'outline-2 outline-accent outline-offset-2')}>
    <RowBoundary>
      {item.type === 'tool' && <ToolRow openCalls={openCalls} row={item} />}
      {item.type === 'event' && <EventRow event={item.event} />}
      {item.type === 'outgoing' && <Outgoing message={item.message} />}
      {item.type === 'streamed' && <StreamedRow stream={item.stream} />}
    </RowBoundary>
  </div>
));

const words = {
  sending: 'Sending',
  queued: 'Waiting for the agent',
  handed_over: 'Handed over; the agent is busy',
  delivered: 'Sent',
  not_delivered: 'Not delivered',
} as const;

function Outgoing({ message: { text, state, detail } }: { readonly message: OutgoingMessage }) {
  return (
    <div className="flex justify-end">
      <div className="grid min-w-0 max-w-[min(90%,52rem)] gap-1.5 rounded-xl border border-line-strong border-dashed px-3.5 py-2.5">
        <p className="flex min-h-7 items-center gap-2 text-ink-soft text-xs">
          <User aria-hidden className="size-3.5" />
          <span className="font-medium text-ink">User</span>
          {words[state]}
          {state === 'sending' || state === 'delivered' ? (
            <SpinnerIcon />
          ) : state === 'not_delivered' ? (
            <TriangleAlert aria-hidden className="size-3.5" />
          ) : (
            <Clock aria-hidden className="size-3.5" />
          )}
        </p>
        {detail && <p className="text-ink-soft text-xs">{detail}</p>}
        <p className="whitespace-pre-wrap break-words text-sm leading-6" dir="auto">
          {text}
        </p>
      </div>
    </div>
  );
}

/** The height of a row before it is measured, in pixels. */
export function estimate(item: Item | undefined): number {
  if (item?.type === 'tool') return item.action?.content.text ? 112 : 44;
  if (item?.type !== 'event') return 96;
  const { content } = item.event;
  if (content.type === 'message') return 64 + Math.min(content.text.length / 4, 600);
  return content.type === 'error' ? 110 : 24;
}

/** Contains the failure of an event to render: agents can put anything into events. */
class RowBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p className="px-2.5 text-ink-soft text-sm">This event cannot be shown. Download the conversation to read it.</p>
    );
  }
}
