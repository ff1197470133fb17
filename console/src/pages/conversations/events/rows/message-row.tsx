import type { EventOf } from '../../../../../../shared/presentation/events/timeline-event.ts';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { Time } from '../../../../ui/time.tsx';
import { webAddress } from '../model/web-address.ts';
import { RowActions } from './row-actions.tsx';
import { Speech, SpokenText } from './speech.tsx';
import { Thoughts } from './thoughts.tsx';

/** What someone said. */
export function MessageRow({ event }: { readonly event: EventOf<'message'> }) {
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
