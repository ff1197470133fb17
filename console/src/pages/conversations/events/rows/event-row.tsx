import { memo } from 'react';
import { pretty } from '../../../../../../shared/presentation/events/json.ts';
import { isOf, type TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import { Time } from '../../../../ui/time.tsx';
import { ErrorRow } from './error-row.tsx';
import { Fold } from './fold.tsx';
import { MessageRow } from './message-row.tsx';
import { PlainText } from './plain-text.tsx';
import { RowActions } from './row-actions.tsx';

/** An event that is no tool call. */
export const EventRow = memo(({ event }: { readonly event: TimelineEvent }) => {
  if (isOf(event, 'message')) return <MessageRow event={event} />;
  if (isOf(event, 'error')) return <ErrorRow event={event} />;
  const { at, kind, content, raw } = event;
  switch (content.type) {
    case 'state':
      return (
        <div className="flex items-center gap-3 text-ink-soft text-xs">
          <span aria-hidden className="h-px flex-1 bg-line" />
          <span className="min-w-0 truncate">{content.text}</span>
          <Time value={at} />
          <span aria-hidden className="h-px flex-1 bg-line" />
        </div>
      );
    case 'note':
      return <Folded event={event} text={content.text} title={content.title} />;
    default:
      return <Folded event={event} text={pretty(raw)} title={kind} />;
  }
});

function Folded(props: { readonly event: TimelineEvent; readonly title: string; readonly text: string }) {
  const { event, title, text } = props;
  return (
    <div className="flex items-start gap-2 px-2.5">
      <div className="min-w-0 flex-1">
        <Fold id={event.id} title={title}>
          {() => <PlainText id={`${event.id}/text`} text={text} />}
        </Fold>
      </div>
      <span className="py-1 text-ink-soft text-xs">
        <Time value={event.at} />
      </span>
      <RowActions id={event.id} raw={event.raw} />
    </div>
  );
}
