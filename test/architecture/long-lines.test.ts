import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './import-graph.ts';
import { breakableLongLines, LINE_WIDTH } from './long-lines.ts';

const GENERATED = 'shared/client/api-types.ts';

const words = 'word '.repeat(30).trim();

describe('breakableLongLines', () => {
  it.each([
    ['a block comment', `/** ${words} */\nconst a = 1;`],
    ['a line comment', `// ${words}\nconst a = 1;`],
    ['code without a literal', `const ${'a'.repeat(60)} = ${'b'.repeat(60)};`],
    ['a comment below a template', `const a = \`x\`;\n// ${words}`],
  ])('finds %s', (_name, source) => {
    expect(breakableLongLines('a.ts', source)).toHaveLength(1);
  });

  it.each([
    ['a text', `const a = '${words}';`],
    ['a line of a template', `const a = \`\n// ${words}\n\`;`],
    ['a regular expression', `const a = /${words}/;`],
    ['a URL in a comment', `// https://example.com/${'a'.repeat(LINE_WIDTH)}`],
    ['a line of the line width', `// ${'a '.repeat(58)}b`],
  ])('lets %s be', (_name, source) => {
    expect(breakableLongLines('a.ts', source)).toEqual([]);
  });
});

describe('lines of the project', () => {
  it('fit the line width, where they can be broken', () => {
    const files = globSync('{console/acs,functions,infra,shared,test}/**/*.ts', { cwd: root }).filter(
      (file) => file !== GENERATED,
    );
    expect(files.length).toBeGreaterThan(1000);
    const offenders = files.flatMap((file) =>
      breakableLongLines(file, readFileSync(join(root, file), 'utf8')).map(
        (line) => `${file}:${line} is longer than ${LINE_WIDTH} columns: break it.`,
      ),
    );
    expect(offenders).toEqual([]);
  });
});
