import { transformSync } from 'esbuild';

interface EdgePlace {
  /** The Region of the sandboxes, or a token of the CDK. */
  readonly region: string;
  /** In lower case; undefined if labels are the first part of the path. */
  readonly sandboxDomain: string | undefined;
}

/**
 * The code of `viewer-request.js` for one deployment, without comments, as CloudFront limits the size of a function.
 *
 * @param source the text of that file
 * @throws Error when the source lacks one of the places to fill in
 */
export function fillIn(source: string, { region, sandboxDomain = '' }: EdgePlace): string {
  return Object.entries({ region, sandboxDomain }).reduce((code, [name, value]) => {
    const place = `"{${name}}"`;
    if (!code.includes(place)) throw new Error(`The code of the edge function has no placeholder for ${name}.`);
    // A function, because replaceAll expands patterns in a string.
    return code.replaceAll(place, () => `"${value}"`);
  }, withoutComments(source));
}

/** CloudFront's runtime does not document the shorthand `{ label }`, which esbuild would write. */
export function withoutComments(source: string): string {
  const supported = { 'object-extensions': false };
  return transformSync(source, { legalComments: 'none', supported }).code;
}
