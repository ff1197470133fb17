import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** One import of a file: a path from the root, or the name of a package. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

const IMPORT = /(?:\bfrom\s+|import\(\s*)'([^']+)'|^import\s+'([^']+)'/gm;

export function readImports(): readonly Import[] {
  return globSync('{console/{acs,src},functions,infra,shared}/**/*.{ts,tsx,mjs}', { cwd: root }).flatMap((from) => {
    const source = readFileSync(join(root, from), 'utf8');
    return [...source.matchAll(IMPORT)].map(([, a, b]) => ({ from, to: targetOf(from, a ?? b ?? '') }));
  });
}

function targetOf(from: string, name: string): string {
  return name.startsWith('.') ? relative(root, join(root, from, '..', name)) : name;
}

export function isFile(to: string): boolean {
  return /^(console|functions|infra|shared|test|docs)\/|^[\w-]+\.json$/.test(to);
}
