import { expect, test } from 'vitest';
import { blocksOf } from '../../../../../console/src/pages/conversations/events/feed/answer-stream.ts';

/** What is settled and what grows when a text comes in pieces of this length. */
function grown(text: string, length: number) {
  const settled: string[] = [];
  let rest = '';
  for (let start = 0; start < text.length; start += length) {
    const blocks = blocksOf(rest + text.slice(start, start + length));
    settled.push(...blocks.settled);
    rest = blocks.rest;
  }
  return { settled, rest };
}

test('paragraphs settle when the next block begins', () => {
  expect(blocksOf('One\nstill one\n\nTwo\n\n')).toEqual({ settled: ['One\nstill one\n\n'], rest: 'Two\n\n' });
  expect(blocksOf('# Title\n\n**bold** words')).toEqual({ settled: ['# Title\n\n'], rest: '**bold** words' });
});

test('a list stays whole, also before it is clear that it goes on', () => {
  for (const next of ['2', '2. two', '  more of one', '- ']) {
    expect(blocksOf(`1. one\n\n${next}`).settled).toEqual([]);
  }
  expect(blocksOf('1. one\n\nAfter').settled).toEqual(['1. one\n\n']);
});

test('fenced code is one block with its blank lines', () => {
  const code = '```ts\nconst a = 1;\n\nconst b = 2;\n~~~\n```\n\n';
  expect(blocksOf(`${code}After`)).toEqual({ settled: [code], rest: 'After' });
  expect(blocksOf('````\n```\n\nstill code').settled).toEqual([]);
});

test('code that is too long for one block goes on as code in the next', () => {
  const { settled, rest } = blocksOf(`\`\`\`ts\n${'let a = 1;\n'.repeat(1_000)}`);
  expect(settled).toHaveLength(1);
  expect(settled[0]).toMatch(/^```ts\nlet a(.|\n)*let a = 1;\n```\n$/);
  expect(rest).toMatch(/^```ts\nlet a = 1;\n/);
  expect(blocksOf(`${rest}\`\`\`\n\nAfter`).rest).toBe('After');
});

test('the same blocks come of pieces of any length', () => {
  const text = 'One\n\n- a\n\n- b\n\n```\nx\n\ny\n```\n\nTwo\n\n1. c\n\nThree';
  const whole = blocksOf(text);
  expect(whole.settled).toHaveLength(3);
  for (const length of [1, 2, 3, 7, 1_000]) expect(grown(text, length)).toEqual(whole);
});
