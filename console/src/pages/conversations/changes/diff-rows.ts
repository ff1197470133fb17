import { structuredPatch } from 'diff';

/** A line of a unified diff, or the gap before a hunk. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
  /** The number of the line before and after the change, where it was or is there. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** For how long two texts are compared at most, in milliseconds. */
const PATIENCE = 500;

/** Two texts as a unified diff; undefined when they differ too much to compare them in time. */
export function diffRows(original: string, modified: string): readonly DiffRow[] | undefined {
  const patch = structuredPatch('', '', original, modified, undefined, undefined, { context: 3, timeout: PATIENCE });
  if (!patch) return undefined;
  return patch.hunks.flatMap((hunk): DiffRow[] => {
    let [before, after] = [hunk.oldStart, hunk.newStart];
    const rows = hunk.lines.flatMap((line): DiffRow[] => {
      const text = line.slice(1);
      if (line.startsWith('+')) return [{ kind: 'added', text, after: after++ }];
      if (line.startsWith('-')) return [{ kind: 'removed', text, before: before++ }];
      // The remark that the last line does not end is none of the text.
      return line.startsWith(' ') ? [{ kind: 'same', text, before: before++, after: after++ }] : [];
    });
    const place = `@@ -${rangeOf(hunk.oldStart, hunk.oldLines)} +${rangeOf(hunk.newStart, hunk.newLines)} @@`;
    return [{ kind: 'gap', text: place }, ...rows];
  });
}

/** Lines that are none begin at the line before, as git has it. */
function rangeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}
