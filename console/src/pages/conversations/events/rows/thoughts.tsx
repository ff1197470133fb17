import { Fold } from './fold.tsx';
import { PlainText } from './plain-text.tsx';

interface Props {
  /** The id of the event. */
  readonly id: string;
  readonly text: string;
  /** Whether the model is still at it: the end of its thoughts is then beside the title. */
  readonly isGrowing?: boolean;
}

/** So much of growing thoughts has room on their line, in characters. */
const LINE = 200;

/** What a model thought before it spoke or acted; nothing where it did not tell. */
export function Thoughts({ id, text, isGrowing = false }: Props) {
  if (text === '') return null;
  return (
    <Fold id={`${id}/thought`} title={isGrowing ? <Growing text={text} /> : 'Thoughts'}>
      {() => <PlainText id={`${id}/thought-text`} text={text} />}
    </Fold>
  );
}

/** What does not fit is cut at the left, as the newest words are at the right. */
function Growing({ text }: { readonly text: string }) {
  return (
    <span className="flex gap-1.5">
      Thoughts
      <span aria-hidden className="flex min-w-0 justify-end overflow-hidden text-ink-soft italic">
        {text.slice(-LINE).replace(/\s+/g, ' ').trim()}
      </span>
    </span>
  );
}
