import { Bot, User } from 'lucide-react';
import { classes } from '../../../../ui/classes.ts';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { Time } from '../../../../ui/time.tsx';
import type { EventOf } from '../model/timeline-event.ts';
import { webAddress } from '../model/web-address.ts';
import { Fold } from './fold.tsx';
import { LongMarkdown } from './lazy-parts.tsx';
import { PlainText } from './plain-text.tsx';
import { RowActions } from './row-actions.tsx';

/** What someone said: the user on the right, the agent on the left. */
export function MessageRow({ event }: { readonly event: EventOf<'message'> }) {
  const { id, at, content } = event;
  const { from, text, images, thought } = content;
  const isUser = from === 'user';
  const Icon = isUser ? User : Bot;
  return (
    <div className={classes('flex', isUser && 'justify-end')}>
      <div
        className={classes(
          'grid min-w-0 gap-1.5 rounded-xl border px-3.5 py-2.5',
          isUser ? 'max-w-[min(90%,52rem)] border-transparent bg-accent-soft' : 'w-full border-line bg-surface',
        )}
      >
        <div className="flex min-h-7 items-center gap-2 text-ink-soft text-xs">
          <Icon aria-hidden className="size-3.5" />
          <span className="font-medium text-ink">{isUser ? 'User' : 'Agent'}</span>
          <Time value={at} />
          <span className="flex-1" />
          <RowActions id={id} raw={event.raw} />
        </div>
        {thought !== '' && (
          <Fold id={`${id}/thought`} title="Thoughts">
            {() => <PlainText id={`${id}/thought-text`} text={thought} />}
          </Fold>
        )}
        <LongMarkdown id={id} text={text} />
        {images.map((url, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one image may be there twice, and none ever moves
          <Image key={place} place={place + 1} url={url} />
        ))}
      </div>
    </div>
  );
}

/** Images are not loaded: their host would learn who reads, and when. */
function Image({ url, place }: { readonly url: string; readonly place: number }) {
  const address = webAddress(url);
  return (
    <p className="text-sm">
      {address === undefined ? (
        `Image ${place}, within the message`
      ) : (
        <ExternalLink href={address}>{`Image ${place}`}</ExternalLink>
      )}
    </p>
  );
}
