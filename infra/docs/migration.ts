import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guide } from '../../shared/domain/service/migration/guide.ts';
import type { Fields, Move } from '../../shared/domain/service/migration/move.ts';

/** docs/migration.md, made of the same guide as the page that the service shows. */

const FILE = join(import.meta.dirname, '../../docs/migration.md');

export function migrationDocument(): string {
  const { title, paragraphs, sections } = guide;
  const parts = [
    `# ${title}`,
    '<!-- Made by npm run migration from shared/domain/service/migration. -->',
    ...paragraphs,
    ...sections.flatMap(({ title: name, moves }) => [`## ${name}`, ...moves.flatMap(moveOf)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function readDocument(): Promise<string> {
  return readFile(FILE, 'utf8');
}

function moveOf({ legacy, current, note, request, answer }: Move): readonly string[] {
  const leads = current === null ? 'Nothing takes its place.' : `Now \`${current}\`.`;
  return [
    `### \`${legacy}\``,
    note === undefined ? leads : `${leads} ${note}`,
    ...tableOf('request', request),
    ...tableOf('answer', answer),
  ];
}

function tableOf(what: string, fields: Fields): readonly string[] {
  const rows = Object.entries(fields).map(([name, becomes]) => `| \`${name}\` | ${becomes} |`);
  return rows.length === 0 ? [] : [[`| ${what} | becomes |`, '|---|---|', ...rows].join('\n')];
}

if (import.meta.main) await writeFile(FILE, migrationDocument());
