/** A long text by its two ends. */
export interface Cut {
  readonly head: string;
  /** How many lines are left out. */
  readonly leftOut: number;
  readonly tail: string;
}

/** Leaves out the middle of a text. @returns undefined for a text that is short enough to be shown whole */
export function cutLines(text: string, head: number, tail: number): Cut | undefined {
  const lines = text.split('\n');
  const leftOut = lines.length - head - tail;
  // A line that says that two are left out takes as much room as one of them.
  if (leftOut < 3) return undefined;
  return { head: lines.slice(0, head).join('\n'), leftOut, tail: tail === 0 ? '' : lines.slice(-tail).join('\n') };
}
