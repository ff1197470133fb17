import type { ReactNode } from 'react';
import { count } from '../../../../../../shared/presentation/money.ts';
import { visible } from '../../../../../../shared/presentation/visible.ts';
import { useOpen } from './fold.tsx';

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

/** A long text by its two ends. */
interface Cut {
  readonly head: string;
  /** How much is left out, in its unit. */
  readonly leftOut: number;
  readonly unit: 'lines' | 'characters';
  readonly tail: string;
}

/** Lines may be of any length: so many characters are shown at most for each line that may be shown. */
const CHARACTERS = 200;

/** Leaves out the middle of a text. @returns undefined for a text that is short enough to be shown whole */
export function cutText(text: string, headLines: number, tailLines: number): Cut | undefined {
  const headEnd = Math.min(endOfLines(text, headLines), headLines * CHARACTERS);
  const tailStart = Math.max(startOfLines(text, tailLines), text.length - tailLines * CHARACTERS, headEnd);
  const middle = text.slice(headEnd, tailStart);
  const lines = middle.split('\n').length - (tailLines === 0 ? 1 : 2);
  const [head, tail] = [text.slice(0, headEnd), text.slice(tailStart)];
  // A line that says that two are left out takes as much room as one of them.
  if (lines >= 3) return { head, leftOut: lines, unit: 'lines', tail };
  return middle.length > CHARACTERS ? { head, leftOut: middle.length, unit: 'characters', tail } : undefined;
}

/** Where the first lines of a text end. */
function endOfLines(text: string, lines: number): number {
  let end = -1;
  for (let count = 0; count < lines; count += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return end;
}

/** Where the last lines of a text begin. */
function startOfLines(text: string, lines: number): number {
  let start = text.length + 1;
  for (let count = 0; count < lines && start > 0; count += 1) start = text.lastIndexOf('\n', start - 2) + 1;
  return Math.min(start, text.length);
}

/** Text as it is, in a fixed width. */
export function PlainText({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised p-3 font-mono text-xs">
      <CutText head={30} id={id} tail={10} text={text}>
        {(shown) => <pre className="whitespace-pre-wrap break-words font-mono">{shown}</pre>}
      </CutText>
    </div>
  );
}
