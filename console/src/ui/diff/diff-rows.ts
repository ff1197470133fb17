import { structuredPatch } from 'diff';
import { count } from '../../../../shared/presentation/money.ts';

/** A line of a unified diff, the gap before a hunk, or a remark about line ends. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'gap' | 'remark';
  readonly text: string;
  /** The line numbers before and after the change, where the line exists. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** Time limit of a comparison, in milliseconds. */
const PATIENCE = 500;

/**
 * A unified diff of two texts; undefined if they differ too much to compare them in time. Lines are compared without
 * their ends, so a line stays the same when another one follows it; remarks say which ends have changed.
 */
export function diffRows(original: string, modified: string): readonly DiffRow[] | undefined {
  const [old, now] = [linesOf(original), linesOf(modified)];
  const options = { context: 3, timeout: PATIENCE };
  const patch = structuredPatch('', '', joined(old), joined(now), undefined, undefined, options);
  if (!patch) return undefined;
  const rows = patch.hunks.flatMap((hunk): DiffRow[] => {
    let [before, after] = [hunk.oldStart, hunk.newStart];
    const lines = hunk.lines.map((line): DiffRow => {
      const text = line.slice(1);
      if (line.startsWith('+')) return { kind: 'added', text, after: after++ };
      if (line.startsWith('-')) return { kind: 'removed', text, before: before++ };
      return { kind: 'same', text, before: before++, after: after++ };
    });
    const place = `@@ -${rangeOf(hunk.oldStart, hunk.oldLines)} +${rangeOf(hunk.newStart, hunk.newLines)} @@`;
    return [{ kind: 'gap', text: place }, ...lines];
  });
  const remarks = [...changedEnds(old, now, rows), ...changedLast(old, now)];
  return [...rows, ...remarks.map((text): DiffRow => ({ kind: 'remark', text }))];
}

interface Line {
  readonly text: string;
  /** Empty for a last line without a line break. */
  readonly end: string;
}

function linesOf(text: string): readonly Line[] {
  const parts = text.split(/(\r?\n)/);
  const lines: Line[] = [];
  for (let at = 0; at < parts.length; at += 2) lines.push({ text: parts[at] ?? '', end: parts[at + 1] ?? '' });
  const last = lines.at(-1);
  return last?.text === '' && last.end === '' ? lines.slice(0, -1) : lines;
}

const joined = (lines: readonly Line[]): string => lines.map(({ text }) => `${text}\n`).join('');

/** A remark about lines that stayed, but have other line ends. */
function changedEnds(old: readonly Line[], now: readonly Line[], rows: readonly DiffRow[]): readonly string[] {
  const removed = new Set(rows.map(({ kind, before }) => (kind === 'removed' ? before : undefined)));
  const added = new Set(rows.map(({ kind, after }) => (kind === 'added' ? after : undefined)));
  const stayed = now.filter((_, place) => !added.has(place + 1));
  const changed = old
    .filter((_, place) => !removed.has(place + 1))
    .filter(({ end }, place) => end !== '' && stayed[place]?.end !== '' && stayed[place]?.end !== end);
  if (changed.length === 0) return [];
  const lines = changed.length === 1 ? '1 line' : `${count(changed.length)} lines`;
  return [`The line ends of ${lines} changed between CRLF and LF`];
}

function changedLast(old: readonly Line[], now: readonly Line[]): readonly string[] {
  const [was, is] = [old.at(-1), now.at(-1)];
  if (!was || !is || (was.end === '') === (is.end === '')) return [];
  return [is.end === '' ? 'The line break at the end was removed' : 'A line break was added at the end'];
}

/** As in git, an empty range names the line before it. */
function rangeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}
