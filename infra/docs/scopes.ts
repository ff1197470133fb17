import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../shared/contract/index.ts';
import { holds, type Scope, scopes } from '../../shared/contract/shapes/scopes.ts';

/** The table of docs/scopes.md: each endpoint behind a key, and what a key with one scope gets from it. */

const FILE = join(import.meta.dirname, '../../docs/scopes.md');
const [BEGIN, END] = ['<!-- made by npm run scopes -->', '<!-- end of what npm run scopes made -->'];
const [ALLOWED, REFUSED] = ['yes', '403'];

/** One line of the table. */
export interface ScopeRow {
  readonly method: string;
  readonly path: string;
  /** The scopes each of which is enough. */
  readonly allowed: readonly Scope[];
}

/** What the contracts say. */
export function contractRows(): readonly ScopeRow[] {
  return (endpoints as readonly Endpoint[]).flatMap(({ access, method, path, scope }) => {
    if (access !== 'key' || scope === undefined) return [];
    return [{ method, path, allowed: scopes.filter((held) => scope === 'any' || holds([held], scope)) }];
  });
}

/** What the page says: tests hold the service to it. */
export function pageRows(page: string): readonly ScopeRow[] {
  const [head, , ...lines] = page
    .slice(page.indexOf(BEGIN), page.indexOf(END))
    .split('\n')
    .filter((line) => line[0] === '|');
  const columns = cellsOf(head ?? '').slice(1);
  return lines.map((line) => {
    const [route = '', ...cells] = cellsOf(line);
    const [method = '', path = ''] = route.split(' ');
    return { method, path, allowed: scopes.filter((scope) => cells[columns.indexOf(scope)] === ALLOWED) };
  });
}

/** The page with its table as it is now. @throws when it has no place for one. */
export function currentPage(page: string): string {
  const [start, stop] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || stop < start) throw new Error('docs/scopes.md has no place for its table');
  return `${page.slice(0, start)}${BEGIN}\n\n${table()}\n\n${page.slice(stop)}`;
}

export function readScopesPage(): Promise<string> {
  return readFile(FILE, 'utf8');
}

function table(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = contractRows().map(({ method, path, allowed }) =>
    line([`\`${method} ${path}\``, ...scopes.map((scope) => (allowed.includes(scope) ? ALLOWED : REFUSED))]),
  );
  return [
    line(['endpoint', ...scopes.map((scope) => `\`${scope}\``)]),
    line(['---', ...scopes.map(() => '---')]),
    ...rows,
  ].join('\n');
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

if (import.meta.main) await writeFile(FILE, currentPage(await readScopesPage()));
