import type { APIGatewayProxyEvent } from 'aws-lambda';
import { callerAddress } from '../../domain/accounts/windows/caller-address.ts';
import { PORT_COOKIE } from '../../domain/sandboxes/ports/admission.ts';
import type { EdgeClaim } from '../../domain/sandboxes/waking/edge-proof.ts';
import { cookieIn, type Headers, withoutKey } from './credentials.ts';

/** What a request that the edge has sent here says about itself. */
export interface ReadVisit {
  /** What the edge says: the name in the URL, the client's address, and the proof of both. */
  readonly claim: EdgeClaim;
  readonly proof: string;
  readonly method: string;
  readonly headers: Headers;
  readonly isSafe: boolean;
  readonly uri: string | undefined;
  readonly isPurposeful: boolean;
  /** Whether a person reads the response. */
  readonly wantsPage: boolean;
  /** The client's IP address, or its IPv6 network. */
  readonly viewer: string;
  /** The cookie of an opened port. */
  readonly portCookie: string | undefined;
  /** Whether a page of another origin sent it, or one without an origin. */
  readonly isOfOtherOrigin: boolean;
  /** For a browser that opens a page by a URL with the key: the URL without it. */
  readonly keylessUri: string | undefined;
}

/** The headers that the edge sets, as `infra/ingress/edge/origin.js` does. */
const NAME = 'x-sandbox-name';
const URI = 'x-sandbox-uri';
const VIEWER = 'x-sandbox-viewer';
const PROOF = 'x-sandbox-proof';

export function readVisit(event: APIGatewayProxyEvent): ReadVisit {
  const headers = Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { httpMethod: method } = event;
  const isSafe = method === 'GET' || method === 'HEAD';
  const uri = uriOf(headers[URI]);
  const viewer = headers[VIEWER] ?? '';
  const isNavigation = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  return {
    claim: { text: headers[NAME] ?? '', viewer },
    proof: headers[PROOF] ?? '',
    method,
    headers,
    isSafe,
    uri,
    isPurposeful: isPurposeful(isSafe, headers),
    wantsPage: wantsPage(headers),
    viewer: callerAddress(viewer),
    portCookie: cookieIn(headers, PORT_COOKIE),
    isOfOtherOrigin: isOfOtherOrigin(headers),
    keylessUri: isNavigation && uri !== undefined ? withoutKey(uri) : undefined,
  };
}

/** Pages cannot set these headers. What a page only embeds, such as an image, has no origin. */
function isOfOtherOrigin({ origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode }: Headers): boolean {
  if (origin !== undefined) return site !== 'same-origin';
  return mode !== 'navigate' && (site === 'same-site' || site === 'cross-site');
}

/** Only a path: `//host` and `/\host` would lead to another site. */
function uriOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text : undefined;
}

/** Each request of a browser has `Sec-Fetch-Site`. Node's fetch only sends `Sec-Fetch-Mode`, and is a program. */
function isOfBrowser({ 'sec-fetch-site': site }: Headers): boolean {
  return site !== undefined;
}

function wantsPage(headers: Headers): boolean {
  const { 'sec-fetch-mode': mode, accept = '' } = headers;
  return isOfBrowser(headers) ? mode === 'navigate' : /\btext\/html\b/.test(accept);
}

/**
 * A navigation counts, unless a page of the same address loads itself again without its user, as our page does while a
 * sandbox starts.
 */
function isPurposeful(isSafe: boolean, headers: Headers): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, 'sec-fetch-user': user } = headers;
  if (!isSafe || !isOfBrowser(headers)) return true;
  return mode === 'navigate' && (site !== 'same-origin' || user !== undefined);
}
