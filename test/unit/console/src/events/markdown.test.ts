import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { Markdown, markdownParts } from '../../../../../console/src/pages/conversations/events/rows/markdown.tsx';

const drawn = (text: string) => renderToStaticMarkup(createElement(Markdown, { blocks: [text] }));

describe('Markdown of an agent', () => {
  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#10;script:alert(1))',
    '[a](vbscript:x)',
    '[a](data:text/html,<script>alert(1)</script>)',
    '<javascript:alert(1)>',
    '[a](//evil.example)',
    '[a](/keys)',
    '[a]: javascript:alert(1)\n\n[a]',
  ])('only http and https links work: %s', (text) => {
    expect(drawn(text)).not.toContain('href');
  });

  test.each([
    '![a](https://evil.example/a.png)',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<style>*{display:none}</style>',
    '<!-- --><script>alert(1)</script>',
  ])('nothing is loaded or run: %s', (text) => {
    expect(drawn(text)).not.toMatch(/<(img|svg (?!xmlns)|iframe|style|script)/);
  });

  test('links open without referrer and opener', () => {
    expect(drawn('https://example.com')).toMatch(/<a [^>]*href="https:\/\/example\.com"[^>]*rel="noreferrer noopener"/);
  });

  test('paragraphs, lists, tables and code of a long text stay whole', () => {
    // A busy machine must not use up the time limit of a block.
    using _clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const item = '- **bold** and [a link](https://example.com) with `code`\n';
    const text = `${'# Heading\n\nA paragraph.\n\n'.repeat(100)}${item.repeat(50)}\n|a|b|\n|-|-|\n|1|2|\n\n`;
    const markup = drawn(`${text}\`\`\`js\nconst a = '**';\n\n\nb();\n\`\`\`\nThe end.`);
    const count = (pattern: RegExp) => markup.match(pattern)?.length;
    expect([count(/Heading/g), count(/<li/g), count(/<strong>/g), count(/<table/g)]).toEqual([100, 50, 50, 1]);
    expect(markup).toContain('const a = &#x27;**&#x27;;\n\n\nb();</pre>');
    expect(markup).toMatch(/The end\.<\/p><\/div>$/);
  });

  test('code that contains fences stays one block', () => {
    expect(markdownParts('a\n````\n```\nb\n```\n````\nc\n~~~\nd')).toEqual([
      { type: 'markdown', text: 'a' },
      { type: 'code', text: '```\nb\n```' },
      { type: 'markdown', text: 'c' },
      { type: 'code', text: 'd' },
    ]);
    expect(markdownParts('- a\n  ```\n  b\n  ```\n- c')).toHaveLength(1);
  });

  test.each([
    ['quotes in quotes', '>'.repeat(20_000)],
    ['lists in lists', '- '.repeat(10_000)],
    ['numbered lists in lists', '1. '.repeat(6_000)],
    ['marks that find no other', '*a_ '.repeat(5_000)],
    ['images in images', '!['.repeat(8_000)],
    ['closed brackets', ']'.repeat(20_000)],
    ['strong in strong', '**a '.repeat(4_000)],
    ['lines of quotes', '\n>'.repeat(10_000)],
    ['underlines of headings', '\n='.repeat(10_000)],
    ['a wide head of a table', `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${'|\n'.repeat(5_000)}`],
    ['many paragraphs that take long', `${']'.repeat(5_000)}\n\n`.repeat(30)],
    ['a line of megabytes', 'a '.repeat(1_000_000)],
  ])('the page does not freeze: %s', (_, text) => {
    const begin = performance.now();
    expect(drawn(text)).toContain('<p');
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
