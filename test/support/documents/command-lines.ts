import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../service/local-service.ts';

const documents = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: PROJECT_ROOT })];

/** The command lines of the documents that run a program: those of shell blocks and those in backticks. */
export function documentedLines(program: RegExp): readonly string[] {
  const lines = documents.flatMap((file) => linesIn(readFileSync(join(PROJECT_ROOT, file), 'utf8')));
  return [...new Set(lines.filter((line) => program.test(line)))];
}

function linesIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.replace(/\s*\\\n\s*/g, ' ').split('\n'),
  );
  const [stray] = /^ *(curl|acs|npx acs) .*/m.exec(text.replace(/```sh\n[\s\S]*?```/g, '')) ?? [];
  if (stray !== undefined) throw new Error(`This command is in no block of the language sh: ${stray}`);
  const inline = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+ [^`]+)`/g)].map(([, code = '']) => code);
  // In a table, a pipe is escaped.
  return [...blocks, ...inline].map((line) => line.replaceAll('\\|', '|').trim());
}

/** One program of a shell's line. */
export interface CommandLine {
  readonly words: readonly string[];
  /** Whether its standard input comes from a file or another program. */
  readonly readsInput: boolean;
}

/** The programs of a line, as a shell reads it: without quotes, redirections and comments. */
export function programsOf(line: string): readonly CommandLine[] {
  const parts = line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\$\((?:[^()]|\([^()]*\))*\)|\\.|[^\s|<>])+|\||<<?|>>?/g) ?? [];
  const comment = parts.findIndex((part) => part.startsWith('#'));
  const programs: { words: string[]; readsInput: boolean }[] = [{ words: [], readsInput: false }];
  let isFile = false;
  for (const part of comment < 0 ? parts : parts.slice(0, comment)) {
    const program = programs.at(-1);
    if (part === '|') programs.push({ words: [], readsInput: true });
    else if (/^[<>]/.test(part)) {
      if (program && part.startsWith('<')) program.readsInput = true;
      isFile = true;
    } else if (isFile) isFile = false;
    else program?.words.push(unquoted(part));
  }
  return programs;
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"/g,
    (_, single?: string, double?: string) => single ?? (double ?? '').replace(/\\(.)/g, '$1'),
  );
}
