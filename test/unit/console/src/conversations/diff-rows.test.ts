import { describe, expect, it } from 'vitest';
import { diffRows } from '../../../../../console/src/pages/conversations/changes/file-change.tsx';
import { isBinary } from '../../../../../console/src/pages/conversations/files/file-parts.tsx';

describe('the rows of a comparison', () => {
  it('have the numbers of their lines before and after', () => {
    expect(diffRows('a\nb\nc\n', 'a\nB\nc\n')).toEqual([
      { kind: 'gap', text: '@@ -1,3 +1,3 @@' },
      { kind: 'same', text: 'a', before: 1, after: 1 },
      { kind: 'removed', text: 'b', before: 2 },
      { kind: 'added', text: 'B', after: 2 },
      { kind: 'same', text: 'c', before: 3, after: 3 },
    ]);
  });

  it('of a new file are all added', () => {
    expect(diffRows('', 'one')).toEqual([
      { kind: 'gap', text: '@@ -0,0 +1,1 @@' },
      { kind: 'added', text: 'one', after: 1 },
    ]);
  });

  it('are none for equal texts', () => {
    expect(diffRows('same', 'same')).toEqual([]);
  });
});

it('knows what is no text', () => {
  expect(isBinary('PNG\0')).toBe(true);
  expect(isBinary('text')).toBe(false);
});
