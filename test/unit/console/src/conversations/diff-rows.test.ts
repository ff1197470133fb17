import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffRow, diffRows } from '../../../../../console/src/ui/diff/diff-rows.ts';

const signs = { added: '+', removed: '-', same: ' ', gap: '@', remark: '#' } as const;
const shown = (original: string, modified: string) =>
  (diffRows(original, modified) ?? [])
    .filter(({ kind }) => kind !== 'gap')
    .map(({ kind, text }) => `${signs[kind]}${text}`);

const ADDED = '#A line break was added at the end';
const REMOVED = '#The line break at the end was removed';

describe('rows of a diff', () => {
  it('rows have line numbers before and after the change', () => {
    expect(diffRows('a\nb\nc\n', 'a\nB\nc\n')).toEqual([
      { kind: 'gap', text: '@@ -1,3 +1,3 @@' },
      { kind: 'same', text: 'a', before: 1, after: 1 },
      { kind: 'removed', text: 'b', before: 2 },
      { kind: 'added', text: 'B', after: 2 },
      { kind: 'same', text: 'c', before: 3, after: 3 },
    ]);
  });

  it('all lines of a new file are added', () => {
    expect(diffRows('', 'one')).toEqual([
      { kind: 'gap', text: '@@ -0,0 +1,1 @@' },
      { kind: 'added', text: 'one', after: 1 },
    ]);
  });

  it.each([
    ['a\nb', 'a\nb\nc', [' a', ' b', '+c']],
    ['a\nb\nc', 'a\nb', [' a', ' b', '-c']],
    ['a\nb\n', 'a\nb\nc\n', [' a', ' b', '+c']],
    ['a\nb', 'a\nb\nc\n', [' a', ' b', '+c', ADDED]],
    ['a\nb\n', 'a\nb\nc', [' a', ' b', '+c', REMOVED]],
    ['a\nb', 'a\nb\n', [ADDED]],
    ['a\nb\n', 'a\nb', [REMOVED]],
    ['a\n', 'a\n\n', [' a', '+']],
    ['', 'a\n', ['+a']],
    ['a\n', '', ['-a']],
    ['', '\n', ['+']],
    ['same\n', 'same\n', []],
    ['a\r\nb', 'a\r\nb\r\nc', [' a', ' b', '+c']],
    ['a\r\nb\r\n', 'a\nb\n', ['#The line ends of 2 lines changed between CRLF and LF']],
    ['a\nb\n', 'a\nB\r\n', [' a', '-b', '+B']],
    ['a\nb\n', 'a\r\nB\n', [' a', '-b', '+B', '#The line ends of 1 line changed between CRLF and LF']],
  ])('from %j to %j', (original, modified, rows) => {
    expect(shown(original, modified)).toEqual(rows);
  });

  const line = fc.constantFrom('', 'a', 'b', 'c', '\r', '-x', '+x', ' y', '\\ No newline at end of file');
  const text = fc
    .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 20 }), line)
    .map(([lines, last]) => `${lines.map((parts) => parts.join('')).join('')}${last}`);

  it('applied to the old text give the new one, and show no line as changed that is not', () => {
    fc.assert(
      fc.property(text, text, (original, modified) => {
        const [old, now] = [linesOf(original), linesOf(modified)];
        const rows = diffRows(original, modified) ?? [];

        expect(applied(rows, old)).toEqual(now);
        const changed = rows.filter(({ kind }) => kind === 'added' || kind === 'removed').length;
        expect(changed).toBe(old.length + now.length - 2 * commonLines(old, now));
        if (rows.length === 0) expect(modified).toBe(original);
      }),
    );
  });
});

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function applied(rows: readonly DiffRow[], old: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let next = 1;
  for (const { kind, text, before, after } of rows) {
    const place = before ?? next;
    if (kind === 'added' || kind === 'same') {
      // The lines before a hunk are the same.
      while (lines.length + 1 < (after ?? 0)) lines.push(old[next++ - 1] ?? 'missing');
      lines.push(text);
    }
    if (kind === 'removed' || kind === 'same') {
      expect(old[place - 1]).toBe(text);
      next = place + 1;
    }
  }
  return [...lines, ...old.slice(next - 1)];
}

/** The length of the longest common subsequence. */
function commonLines(one: readonly string[], other: readonly string[]): number {
  let above = other.map(() => 0);
  for (const line of one) {
    const row: number[] = [];
    for (const [place, text] of other.entries()) {
      const best = Math.max(above[place] ?? 0, row[place - 1] ?? 0);
      row.push(line === text ? Math.max(best, (above[place - 1] ?? 0) + 1) : best);
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
