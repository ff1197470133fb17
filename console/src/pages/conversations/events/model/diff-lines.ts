import { structuredPatch } from 'diff';
import type { FileChange } from './file-change.ts';

/** One line of a diff. */
export interface DiffLine {
  readonly type: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
  /** Numbers of the line before and after; undefined where it is not in the file. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface Diff {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
}

/** Longer files are not compared, in characters of both. */
const MOST = 1_000_000;
/** How many unchanged lines stand around a change. */
const CONTEXT = 3;
/** Files that differ in nearly everything take too long to compare, in milliseconds. */
const TIMEOUT = 300;

/** The lines that a change added and removed. @returns undefined where the two differ too much to compare */
export function diffOf({ path, before, after, isPart }: FileChange): Diff | undefined {
  if (before.length + after.length > MOST) return undefined;
  const patch = structuredPatch(path, path, before, after, '', '', { context: CONTEXT, timeout: TIMEOUT });
  if (patch === undefined) return undefined;
  const lines: DiffLine[] = [];
  for (const { oldStart, newStart, lines: texts } of patch.hunks) {
    if (lines.length > 0 || (!isPart && oldStart > 1)) lines.push(gap);
    let [old, fresh] = [oldStart, newStart];
    for (const text of texts) {
      const type = typeOf(text);
      // The note that a file ends without a new line.
      if (type === undefined) continue;
      lines.push({
        type,
        text: text.slice(1),
        before: type === 'added' || isPart ? undefined : old,
        after: type === 'removed' || isPart ? undefined : fresh,
      });
      if (type !== 'added') old += 1;
      if (type !== 'removed') fresh += 1;
    }
  }
  const countOf = (type: DiffLine['type']) => lines.filter((line) => line.type === type).length;
  return { lines, added: countOf('added'), removed: countOf('removed') };
}

const gap: DiffLine = { type: 'gap', text: '', before: undefined, after: undefined };

function typeOf(text: string): 'same' | 'added' | 'removed' | undefined {
  switch (text[0]) {
    case '+':
      return 'added';
    case '-':
      return 'removed';
    case '\\':
      return undefined;
    default:
      return 'same';
  }
}
