import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { USAGE } from '../../infra/local/terminal/options.ts';
import { areas } from '../../shared/contract/endpoint/areas.ts';
import { workers } from '../../shared/contract/workers.ts';

const root = join(import.meta.dirname, '../..');
const documents = globSync('{README,CONTRIBUTING,SECURITY,docs/**/*}.md', { cwd: root });
// Decision records describe the code of their time.
const current = documents.filter((file) => !file.startsWith('docs/adr/'));

const read = (file: string) => readFileSync(join(root, file), 'utf8');

function pathsIn(text: string): string[] {
  const found = text.matchAll(/(?<![\w/.-])(?:shared|functions|infra|test|docs)\/[\w./*<>-]+/g);
  return [...found].map(([path]) => path.replace(/[./]+$/, '')).filter((path) => !/[*<>]/.test(path));
}

/** The cells of each row of the table whose first column has this heading. */
function rowsOf(text: string, head: string): readonly (readonly string[])[] {
  const [, table = ''] = new RegExp(`^\\| ${head} \\|.*\\n\\|[-| ]+\\|\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
  return table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

/** The GitHub anchors of the headings of a document. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = [
    ...read(file)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ];
  return new Set(
    headings.map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe('documents', () => {
  it.each(current)('%s names only paths that exist', (file) => {
    expect(pathsIn(read(file)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(documents)('%s links only to files that exist', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, link = '']) => link);

    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
  });

  it.each(documents)('%s links only to headings that exist', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];

    for (const [link, target = '', anchor = ''] of links) {
      const page = target === '' ? file : join(dirname(file), target);
      expect(anchorsOf(page).has(anchor), link).toBe(true);
    }
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

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');

  it('lists every worker with its area', () => {
    const listed = rowsOf(page, 'worker').map(([name, area]) => `${namesIn(name)} ${area}`);

    expect(listed.toSorted()).toEqual(workers.map(({ id, area }) => `${id} ${area}`).toSorted());
  });

  it('lists every area in its order, with the rooms of its domain', () => {
    const listed = rowsOf(page, 'area').map(([area, , rooms]) => [area, namesIn(rooms)]);
    const roomsOf = (area: string) => {
      const folder = `shared/domain/${area}`;
      return globSync(`${folder}/*/`, { cwd: root }).map((room) => room.slice(folder.length + 1).replace(/\/$/, ''));
    };

    expect(listed).toEqual(areas.map((area) => [area, roomsOf(area).toSorted()]));
  });
});
