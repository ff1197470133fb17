import type { Endpoint } from '../../contract/endpoint/endpoint.ts';

/** The deprecation of the legacy generation, in seconds since 1970: the day of the first release. */
const LEGACY_DEPRECATED_AT = Date.UTC(2026, 10, 21) / 1000;

/** The guide from the legacy to the current generation. */
export const MIGRATION_PATH = '/docs/migration';

/** The path prefix and the path parameters of a request. */
export interface RequestPath {
  /** The prefix of the API's paths, such as the name of a stage; can be empty. */
  readonly base: string;
  /** Path parameters from API Gateway. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * The headers for the end of the legacy generation; none for other endpoints. `Deprecation` is a structured-field date
 * (RFC 9745), `Sunset` an HTTP date (RFC 8594).
 *
 * @param sunset the day, as YYYY-MM-DD, when these endpoints can end; without it there is no `Sunset`
 */
export function deprecationHeaders(
  { generation, successor }: Pick<Endpoint, 'generation' | 'successor'>,
  sunset: string | undefined,
  { base, params }: RequestPath,
): Record<string, string> {
  if (generation !== 'legacy') return {};
  const guide = `${base}${MIGRATION_PATH}`;
  const links = [
    `<${guide}>; rel="deprecation"; type="text/html"`,
    ...(sunset ? [`<${guide}>; rel="sunset"; type="text/html"`] : []),
    ...(successor ? [`<${base}${filledIn(successor, params)}>; rel="successor-version"`] : []),
  ];
  return {
    Deprecation: `@${LEGACY_DEPRECATED_AT}`,
    Link: links.join(', '),
    ...(sunset ? { Sunset: new Date(sunset).toUTCString() } : {}),
  };
}

/** The successor's path with the ids of the request, cut before the first id that the legacy path lacks. */
function filledIn(path: string, params: RequestPath['params']): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = name === undefined ? part : params[name];
    if (value === undefined) break;
    parts.push(name === undefined ? part : pathSegment(value));
  }
  return parts.join('/');
}

/** A path segment that cannot end the link or the header. API Gateway decodes only some parameters. */
function pathSegment(value: string): string {
  return value.slice(0, 200).replace(/[^\w.~%-]/g, (character) => encodeURIComponent(character));
}

/** The first parts of all legacy paths, after `/api/`; no current path begins with one. */
const legacyParts: ReadonlySet<string> = new Set([
  'add-git-providers',
  'authenticate',
  'conversations',
  'options',
  'secrets',
  'settings',
  'unset-provider-tokens',
  'user',
]);

/** Whether a path is legacy. The authorizer calls this for every request, and must not load the contract. */
export function isLegacyPath(path: string): boolean {
  const [, api, part = ''] = path.split('/');
  return api === 'api' && legacyParts.has(part);
}
