import { describe, expect, test } from 'vitest';
import { cutText } from '../../../../../console/src/pages/conversations/events/rows/cut-text.tsx';
import { changedRows } from '../../../../../console/src/pages/conversations/events/rows/file-diff.tsx';
import { piecesOf } from '../../../../../console/src/pages/conversations/events/rows/terminal-output.tsx';
import { webAddress } from '../../../../../console/src/ui/external-link.tsx';
import { visible } from '../../../../../shared/presentation/visible.ts';

describe('terminal output', () => {
  const textOf = (output: string) =>
    piecesOf(output)
      .map(({ text }) => text)
      .join('');

  test('terminal colours become classes', () => {
    const [red, plain, bold] = piecesOf('\u001b[31mred\u001b[0m and \u001b[1;92mbold\u001b[0m');
    expect(red).toEqual({ text: 'red', look: 'text-bad' });
    expect(plain).toEqual({ text: ' and ', look: '' });
    expect(bold).toEqual({ text: 'bold', look: 'text-good font-bold' });
  });

  test('window titles are removed, and progress bars show their last state', () => {
    expect(textOf('\u001b]0;title\u0007a\r\nb')).toBe('a\nb');
    expect(textOf('10%\r20%\r100%\ndone\n')).toBe('100%\ndone\n');
    expect(textOf('|\b/\b-\bdone \u0000\u0007\tx')).toBe('done \tx');
  });

  test('parsing time is proportional to the length', () => {
    const begin = performance.now();
    for (const piece of ['\r', '\u2028', '\u001b]', '\u001b]8;;x', '\u001b[', '\u001b[1;', '\rx\r'])
      piecesOf(piece.repeat(20_000));
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  test('markup in the output is shown as text', () => {
    expect(textOf('<script>alert(1)</script> &amp;')).toBe('<script>alert(1)</script> &amp;');
  });
});

describe('a diff', () => {
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`);
  const before = lines.join('\n');
  const change = { path: '/a', before, after: before.replace('line 15', 'changed'), isPart: false };

  test('a diff has the changed lines with numbers, and a few around them', () => {
    const rows = changedRows(change);
    expect(rows?.map(({ kind }) => kind)).toEqual([
      'gap',
      'same',
      'same',
      'same',
      'removed',
      'added',
      'same',
      'same',
      'same',
    ]);
    expect(rows?.[4]).toEqual({ kind: 'removed', text: 'line 15', before: 15 });
    expect(rows?.[5]).toEqual({ kind: 'added', text: 'changed', after: 15 });
  });

  test('a partial diff has no numbers, and a new file no previous lines', () => {
    const part = changedRows({ ...change, isPart: true });
    expect(part?.every((row) => row.before === undefined && row.after === undefined)).toBe(true);
    const created = changedRows({ ...change, before: '' });
    expect(created?.map(({ kind }) => kind)).toEqual(['gap', ...lines.map(() => 'added')]);
  });

  test('texts that take too long to compare have no diff', () => {
    expect(changedRows({ ...change, before: 'a\n'.repeat(300_000), after: 'b\n'.repeat(300_000) })).toBeUndefined();
  });
});

test('characters that change the text direction are made visible', () => {
  expect(visible('if (isAdmin\u202e \u2066// check\u2069 \u2066) {')).toBe(
    'if (isAdmin[U+202E] [U+2066]// check[U+2069] [U+2066]) {',
  );
  expect(visible('שלום, مرحبا')).toBe('שלום, مرحبا');
});

test('a long text is cut in the middle, a short one is not', () => {
  const text = Array.from({ length: 10 }, (_, line) => line).join('\n');
  expect(cutText(text, 2, 1)).toEqual({ head: '0\n1', leftOut: 7, unit: 'lines', tail: '9' });
  expect(cutText(text, 2, 0)).toEqual({ head: '0\n1', leftOut: 8, unit: 'lines', tail: '' });
  expect(cutText(text, 8, 0)).toBeUndefined();
  expect(cutText(text, 4, 4)).toBeUndefined();
  expect(cutText('', 4, 4)).toBeUndefined();
});

test('a text without line breaks is cut by characters', () => {
  const text = `${'a'.repeat(1_000)}${'b'.repeat(1_000)}`;
  expect(cutText(text, 2, 1)).toEqual({
    head: 'a'.repeat(400),
    leftOut: 1_400,
    unit: 'characters',
    tail: 'b'.repeat(200),
  });
  expect(cutText(text, 10, 1)).toBeUndefined();
  expect(cutText(`${'a'.repeat(50)}\n`.repeat(20), 5, 0)).toMatchObject({ leftOut: 16, unit: 'lines' });
});

test('only http and https links are followed', () => {
  expect(webAddress('https://example.com/a')).toBe('https://example.com/a');
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc', '/keys', '//x', '', undefined, 7]) {
    expect(webAddress(href)).toBeUndefined();
  }
});
