import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readImports, root } from '../../architecture/import-graph.ts';

/** The module with the DynamoDB client of a function, which has the credentials of its role. */
const CLIENT = 'shared/platform/aws/documents.ts';

/**
 * The addresses of the modules of which each function needs its own: its file, and what leads from there to its client.
 * All others keep nothing between calls, so functions share them, and with them the code that V8 has compiled.
 */
export function statefulModules(): ReadonlySet<string> {
  const imports = readImports();
  const found = new Set([CLIENT, ...imports.map(({ from }) => from).filter((file) => file.startsWith('functions/'))]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { from, to } of imports) if (found.has(to)) found.add(from);
  }
  return new Set([...found].map((file) => pathToFileURL(join(root, file)).href));
}
