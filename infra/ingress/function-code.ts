import { join } from 'node:path';
import { buildSync } from 'esbuild';

interface EdgePlace {
  /** The Region of the sandboxes, or a token of the CDK. */
  readonly region: string;
  /** In lower case; undefined if labels and names are the first part of the path. */
  readonly sandboxDomain: string | undefined;
}

/**
 * The code of a function of the distribution as CloudFront takes it: one file with its imports first, minified, as its
 * size is limited.
 */
export function codeOf(name: 'viewer-request' | 'viewer-response'): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, `${name}.js`)],
    bundle: true,
    external: ['cloudfront', 'crypto'],
    format: 'esm',
    legalComments: 'none',
    minify: true,
    // CloudFront's runtime does not document the shorthand `{ label }` and `catch {`, which esbuild would write.
    supported: { 'object-extensions': false, 'optional-catch-binding': false },
    write: false,
  });
  const code = outputFiles[0]?.text ?? '';
  const imports = code.match(IMPORT) ?? [];
  // CloudFront calls a function of this name. It does not document exports.
  return imports.join('') + code.replace(IMPORT, '').replace(EXPORT, 'function handler(e){return $1(e)}');
}

const IMPORT = /import [\w$]+ from"\w+";/g;
const EXPORT = /export\{([\w$]+) as handler\};/;

/**
 * The code of `viewer-request.js` for one deployment.
 *
 * @throws Error when the code lacks one of the places to fill in
 */
export function fillIn(code: string, { region, sandboxDomain = '' }: EdgePlace): string {
  return Object.entries({ region, sandboxDomain }).reduce((filled, [name, value]) => {
    const place = `"{${name}}"`;
    if (!filled.includes(place)) throw new Error(`The code of the edge function has no placeholder for ${name}.`);
    // A function, because replaceAll expands patterns in a string.
    return filled.replaceAll(place, () => `"${value}"`);
  }, code);
}
