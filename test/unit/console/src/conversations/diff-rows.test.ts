import { describe, expect, it } from 'vitest';
import { diffRows } from '../../../../../console/src/pages/conversations/changes/file-change.tsx';
import { isBinary } from '../../../../../console/src/pages/conversations/files/file-parts.tsx';

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

  it('equal texts have no rows', () => {
    expect(diffRows('same', 'same')).toEqual([]);
  });
});

it('a text with a null character is binary', () => {
  expect(isBinary('PNG\0')).toBe(true);
  expect(isBinary('text')).toBe(false);
});
