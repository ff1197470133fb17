import { CircleAlert } from 'lucide-react';
import { memo } from 'react';
import { pretty } from '../../../../../../shared/presentation/events/json.ts';
import { type EventOf, isOf, type TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';
import { ExternalLink, webAddress } from '../../../../ui/external-link.tsx';
import { Time } from '../../../../ui/time.tsx';
import { CutText, PlainText } from './cut-text.tsx';
import { Fold } from './fold.tsx';
import { RowActions } from './row-actions.tsx';
import { Speech, SpokenText, Thoughts } from './speech.tsx';

/** An event that is not a tool call. */
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

function MessageRow({ event }: { readonly event: EventOf<'message'> }) {
  const { id, at, content } = event;
  const { from, text, images, thought } = content;
  return (
    <Speech actions={<RowActions id={id} raw={event.raw} />} from={from} time={<Time value={at} />}>
      <Thoughts id={id} text={thought} />
      <SpokenText id={id} text={text} />
      {images.map((url, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one image may be there twice, and none ever moves
        <Image key={place} place={place + 1} url={url} />
      ))}
    </Speech>
  );
}

/** Images are not loaded: that would reveal to their host who reads them, and when. */
function Image({ url, place }: { readonly url: string; readonly place: number }) {
  const address = webAddress(url);
  return (
    <p className="text-sm">
      {address === undefined ? (
        `Image ${place}, embedded in the message`
      ) : (
        <ExternalLink href={address}>{`Image ${place}`}</ExternalLink>
      )}
    </p>
  );
}

/** Why a run ended, and what to do. Not an alert: it must not be announced each time it scrolls into view. */
function ErrorRow({ event: { id, at, content, raw } }: { readonly event: EventOf<'error'> }) {
  return (
    <div className="flex gap-3 rounded-lg bg-bad-soft p-3 text-sm">
      <CircleAlert aria-hidden className="mt-1.5 size-4 shrink-0 text-bad" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex min-h-7 items-center gap-2">
          <p className="min-w-0 break-words font-semibold text-bad">{content.title}</p>
          <span className="text-ink-soft text-xs">
            <Time value={at} />
          </span>
          <span className="flex-1" />
          <RowActions id={id} raw={raw} />
        </div>
        <CutText head={12} id={id} tail={3} text={content.detail}>
          {(shown) => <p className="whitespace-pre-wrap break-words font-mono text-xs">{shown}</p>}
        </CutText>
        {content.remedy !== '' && <p>{content.remedy}</p>}
      </div>
    </div>
  );
}
