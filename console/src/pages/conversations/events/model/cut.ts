/** A long text by its two ends. */
export interface Cut {
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
