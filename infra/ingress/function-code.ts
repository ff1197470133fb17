import { transformSync } from 'esbuild';

/** What the code of the function at the edge knows of its deployment. */
interface EdgePlace {
  /** The region of the sandboxes; a token of the CDK where only the deployment knows it. */
  readonly region: string;
  /** In lower case; undefined where labels are the first part of the path. */
  readonly sandboxDomain: string | undefined;
}

/**
 * The code of `viewer-request.js` for one deployment, without its comments: CloudFront limits the size of a function.
 *
 * @param source the text of that file
 * @throws Error when the source lacks one of the places to fill in
 */
export function fillIn(source: string, { region, sandboxDomain = '' }: EdgePlace): string {
  return Object.entries({ region, sandboxDomain }).reduce((code, [name, value]) => {
    const place = `"{${name}}"`;
    if (!code.includes(place)) throw new Error(`the code of the function at the edge has no place for ${name}`);
    // A function, as a text may hold patterns that replaceAll would fill in.
    return code.replaceAll(place, () => `"${value}"`);
  }, withoutComments(source));
}

/** The runtime of CloudFront does not document `{ label }` for `{ label: label }`, which esbuild would write. */
function withoutComments(source: string): string {
  const supported = { 'object-extensions': false };
  return transformSync(source, { legalComments: 'none', supported }).code;
}
