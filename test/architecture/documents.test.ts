import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { USAGE } from '../../infra/local/terminal/options.ts';

const root = join(import.meta.dirname, '../..');
const documents = globSync('{README,CONTRIBUTING,SECURITY,docs/**/*}.md', { cwd: root });
// A decision says what stood when it was made.
const current = documents.filter((file) => !file.startsWith('docs/adr/'));

const read = (file: string) => readFileSync(join(root, file), 'utf8');

function pathsIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w/.-])(?:shared|functions|infra|test|docs)\/[\w./*<>-]+/g);
  return [...found].map(([path]) => path.replace(/[./]+$/, '')).filter((path) => !/[*<>]/.test(path));
}

describe('documents', () => {
  it.each(current)('%s names only paths that exist', (file) => {
    expect(pathsIn(read(file)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(documents)('%s links only to files that exist', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, link = '']) => link);

    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
  });

  it('finds a path that does not exist', () => {
    expect(pathsIn('see `shared/nowhere/at-all.ts`.')).toEqual(['shared/nowhere/at-all.ts']);
  });

  it('describes every option of npm start in docs/local.md, and no other', () => {
    const optionsIn = (text: string) => new Set(text.match(/--[a-z][a-z-]+/g));
    const columns = [...read('docs/local.md').matchAll(/^\| (`[^|]+) \|/gm)].map(([, column]) => column);
    const described = optionsIn(columns.join(' '));
    const offered = optionsIn(USAGE);
    offered.delete('--help');

    expect([...described].sort()).toEqual([...offered].sort());
  });
});
