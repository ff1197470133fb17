import type { ReactNode } from 'react';
import { count } from '../../../../../../shared/presentation/money.ts';
import { visible } from '../../../../../../shared/presentation/visible.ts';
import { cutText } from '../model/cut.ts';
import { useOpen } from './open-rows.ts';

interface Props {
  /** By which it is remembered whether all is shown. */
  readonly id: string;
  readonly text: string;
  /** How many lines of the beginning and of the end are shown at first. */
  readonly head: number;
  readonly tail: number;
  readonly children: (text: string) => ReactNode;
}

/** How much of a text is shown at most, in characters: more make the page slow. */
const MOST = 100_000;

/** A text whose middle is left out while it is long. */
export function CutText({ id, text, head, tail, children }: Props) {
  const [isAll, toggle] = useOpen(`${id}/all`);
  const cut = cutText(text, head, tail);
  if (!cut) return children(visible(text));
  const button = (
    <button
      className="my-1 block min-h-6 w-fit rounded text-accent text-xs underline underline-offset-2"
      onClick={toggle}
      type="button"
    >
      {isAll ? 'Show less' : `${count(cut.leftOut)} ${cut.unit} are left out. Show all`}
    </button>
  );
  if (isAll) {
    return (
      <>
        {children(visible(text.slice(0, MOST)))}
        {text.length > MOST && (
          <p className="text-ink-soft text-xs">
            The rest is too long for this page. Copy the event as JSON to have it.
          </p>
        )}
        {button}
      </>
    );
  }
  return (
    <>
      {children(visible(cut.head))}
      {button}
      {cut.tail !== '' && children(visible(cut.tail))}
    </>
  );
}
