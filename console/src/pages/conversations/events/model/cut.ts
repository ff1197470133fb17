/** A long text by its two ends. */
export interface Cut {
  readonly head: string;
  /** How much is left out. */
  readonly leftOut: { readonly count: number; readonly unit: 'lines' | 'characters' };
  readonly tail: string;
}

/** The longest head and tail, in characters: one line of an agent can be as long as a book. */
const LONGEST = { head: 20_000, tail: 5_000 } as const;

/** Leaves out the middle of a text. @returns undefined for a text that is short enough to be shown whole */
export function cutMiddle(text: string, head: number, tail: number): Cut | undefined {
  const lines = text.split('\n');
  const leftOut = lines.length - head - tail;
  // A line that says that two are left out takes as much room as one of them.
  const isLong = leftOut >= 3;
  const [first, last] = isLong ? [lines.slice(0, head), tail === 0 ? [] : lines.slice(-tail)] : [lines, []];
  const ends = { head: first.join('\n'), tail: last.join('\n') };
  if (ends.head.length <= LONGEST.head && ends.tail.length <= LONGEST.tail) {
    return isLong ? { ...ends, leftOut: { count: leftOut, unit: 'lines' } } : undefined;
  }
  const cut = { head: ends.head.slice(0, LONGEST.head), tail: ends.tail.slice(-LONGEST.tail) };
  return { ...cut, leftOut: { count: text.length - cut.head.length - cut.tail.length, unit: 'characters' } };
}
