import type { Endpoint } from '../../contract/endpoint/endpoint.ts';

/** When the legacy generation was deprecated, in seconds since 1970: the day this service first shipped. */
const LEGACY_DEPRECATED_AT = Date.UTC(2026, 10, 21) / 1000;

/** Where people read how to move to the current generation. */
export const MIGRATION_PATH = '/docs/migration';

/** Where a request came in. */
export interface Whereabouts {
  /** The prefix of the interface's paths, such as the name of a stage; may be empty. */
  readonly base: string;
  /** The values of the parameters of the path, as API Gateway gives them. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * The headers about the end of the legacy generation. `Deprecation` is a structured-field date (RFC 9745), `Sunset` an
 * HTTP date (RFC 8594): the two RFCs define two formats.
 *
 * @param sunset the day, as YYYY-MM-DD, from which these endpoints may be gone; without it there is no `Sunset`
 * @returns no header for the other generations
 */
export function deprecationHeaders(
  { generation, successor }: Pick<Endpoint, 'generation' | 'successor'>,
  sunset: string | undefined,
  { base, params }: Whereabouts,
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

/** The path with this request's ids, cut before one that the legacy path lacks, so that the link works. */
function filledIn(path: string, params: Whereabouts['params']): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const value = name === undefined ? part : params[name];
    if (value === undefined) break;
    parts.push(name === undefined ? part : asIs(value));
  }
  return parts.join('/');
}

/** API Gateway may have decoded a parameter or not. Nothing in it may end the link or the header. */
function asIs(value: string): string {
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

/** Whether a path is legacy. The authorizer asks for every call, and must not load the contract. */
export function isLegacyPath(path: string): boolean {
  const [, api, part = ''] = path.split('/');
  return api === 'api' && legacyParts.has(part);
}
