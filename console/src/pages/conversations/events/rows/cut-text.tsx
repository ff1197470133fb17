import type { ReactNode } from 'react';
import { count } from '../../../../../../shared/presentation/money.ts';
import { visible } from '../../../../../../shared/presentation/visible.ts';
import { useOpen } from './fold.tsx';

interface Props {
  /** The prefix of the key in `OpenRows`. */
  readonly id: string;
  readonly text: string;
  /** How many lines of the beginning and of the end are shown at first. */
  readonly head: number;
  readonly tail: number;
  readonly children: (text: string) => ReactNode;
}

/** How much of a text is shown, in characters. More would slow down the page. */
const MOST = 100_000;

/** A text whose middle is hidden while it is long. */
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
      {isAll ? 'Show less' : `Show ${count(cut.leftOut)} more ${cut.unit}`}
    </button>
  );
  if (isAll) {
    return (
      <>
        {children(visible(text.slice(0, MOST)))}
        {text.length > MOST && (
          <p className="text-ink-soft text-xs">The rest is too long to show here. Copy the event as JSON to read it.</p>
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

/** The two ends of a long text. */
interface Cut {
  readonly head: string;
  /** How much is hidden, in `unit`. */
  readonly leftOut: number;
  readonly unit: 'lines' | 'characters';
  readonly tail: string;
}

/** Lines can be long: each part is also limited to this many characters per line. */
const CHARACTERS = 200;

/** Hides the middle of a text. @returns undefined for a text that is short enough */
export function cutText(text: string, headLines: number, tailLines: number): Cut | undefined {
  const headEnd = Math.min(endOfLines(text, headLines), headLines * CHARACTERS);
  const tailStart = Math.max(startOfLines(text, tailLines), text.length - tailLines * CHARACTERS, headEnd);
  const middle = text.slice(headEnd, tailStart);
  const lines = middle.split('\n').length - (tailLines === 0 ? 1 : 2);
  const [head, tail] = [text.slice(0, headEnd), text.slice(tailStart)];
  // Hiding fewer lines would save no space, as the button takes some.
  if (lines >= 3) return { head, leftOut: lines, unit: 'lines', tail };
  return middle.length > CHARACTERS ? { head, leftOut: middle.length, unit: 'characters', tail } : undefined;
}

/** The index where the first lines of a text end. */
function endOfLines(text: string, lines: number): number {
  let end = -1;
  for (let count = 0; count < lines; count += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return end;
}

/** The index where the last lines of a text begin. */
function startOfLines(text: string, lines: number): number {
  let start = text.length + 1;
  for (let count = 0; count < lines && start > 0; count += 1) start = text.lastIndexOf('\n', start - 2) + 1;
  return Math.min(start, text.length);
}

/** Text as it is, in a fixed-width font. */
export function PlainText({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised p-3 font-mono text-xs">
      <CutText head={30} id={id} tail={10} text={text}>
        {(shown) => <pre className="whitespace-pre-wrap break-words font-mono">{shown}</pre>}
      </CutText>
    </div>
  );
}
