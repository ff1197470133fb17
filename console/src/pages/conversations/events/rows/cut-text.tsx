import { type ReactNode, useMemo } from 'react';
import { count } from '../../../../format/money.ts';
import { visible } from '../../../../format/visible.ts';
import { cutMiddle } from '../model/cut.ts';
import { useOpen } from './open-rows.ts';

/** The most characters that the page can show of a text. */
const MOST = 200_000;

interface Props {
  /** By which it is remembered whether all is shown. */
  readonly id: string;
  readonly text: string;
  /** How many lines of the beginning and of the end are shown at first. */
  readonly head: number;
  readonly tail: number;
  readonly children: (text: string) => ReactNode;
}

/** A text whose middle is left out while it is long. */
export function CutText({ id, text, head, tail, children }: Props) {
  const [isAll, toggle] = useOpen(`${id}/all`);
  const cut = useMemo(() => cutMiddle(text, head, tail), [text, head, tail]);
  if (!cut) return children(visible(text));
  const button = (
    <button
      className="my-1 block min-h-6 rounded text-accent text-xs underline underline-offset-2"
      onClick={toggle}
      type="button"
    >
      {isAll ? 'Show less' : `${count(cut.leftOut.count)} ${cut.leftOut.unit} are left out. Show all`}
    </button>
  );
  if (isAll) {
    return (
      <>
        {children(visible(text.slice(0, MOST)))}
        {text.length > MOST && (
          <p className="my-1 text-ink-soft text-xs">
            These are the first {count(MOST)} characters. Copy it as JSON to have all {count(text.length)}.
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
