import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../../infra/local/terminal/options.ts';

/** Where a function keeps its client of DynamoDB, with the credentials of its role. */
const CLIENT = 'shared/platform/aws/documents.ts';

/** What a module loads, which types are not. */
const LOADED = /^(?:import|export) (?!type\b)(?:[^';]*? from )?'(\.[^']+)';/gm;

/**
 * The addresses of the modules of which each function needs its own: its file, and what leads from there to its client.
 * All others keep nothing between calls, so functions share them, and with them the code that V8 has compiled.
 */
export function statefulModules(): ReadonlySet<string> {
  const imports = new Map(
    globSync('{functions,shared}/**/*.ts', { cwd: PROJECT_ROOT }).map((file) => [file, importsOf(file)]),
  );
  const found = new Set([CLIENT, ...[...imports.keys()].filter((file) => file.startsWith('functions/'))]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [file, targets] of imports) if (targets.some((target) => found.has(target))) found.add(file);
  }
  return new Set([...found].map((file) => pathToFileURL(join(PROJECT_ROOT, file)).href));
}

function importsOf(file: string): readonly string[] {
  const source = readFileSync(join(PROJECT_ROOT, file), 'utf8');
  return [...source.matchAll(LOADED)].map(([, target = '']) => join(dirname(file), target));
}
