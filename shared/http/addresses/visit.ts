import type { APIGatewayProxyEvent } from 'aws-lambda';
import { callerAddress } from '../../domain/accounts/device/caller-address.ts';
import { PORT_COOKIE } from '../../domain/sandboxes/ports/admission.ts';
import { cookieIn, credentialsIn, type Headers } from './credentials.ts';

/** What a request that the edge has sent here says about itself. */
export interface ReadVisit {
  readonly method: string;
  readonly headers: Headers;
  readonly isSafe: boolean;
  readonly uri: string | undefined;
  readonly isPurposeful: boolean;
  /** Whether a person reads the response. */
  readonly wantsPage: boolean;
  /** The client's IP address, or its IPv6 network. */
  readonly viewer: string;
  readonly credentials: readonly string[];
  /** The cookie of an opened port. */
  readonly portCookie: string | undefined;
  /** Whether a page of another origin sent it, or one without an origin. */
  readonly isOfOtherOrigin: boolean;
}

/** The headers that the edge sets: the client's path and query, and its address. */
const URI = 'x-sandbox-uri';
const VIEWER = 'x-sandbox-viewer';

export function readVisit(event: APIGatewayProxyEvent): ReadVisit {
  const headers = Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { httpMethod: method, requestContext } = event;
  const isSafe = method === 'GET' || method === 'HEAD';
  const uri = uriOf(headers[URI]);
  return {
    method,
    headers,
    isSafe,
    uri,
    isPurposeful: isPurposeful(isSafe, headers),
    wantsPage: wantsPage(headers),
    viewer: callerAddress(headers[VIEWER] ?? requestContext.identity?.sourceIp ?? null),
    credentials: credentialsIn({ headers, uri }),
    portCookie: cookieIn(headers, PORT_COOKIE),
    isOfOtherOrigin: isOfOtherOrigin(headers),
  };
}

/** Pages cannot set either header. */
function isOfOtherOrigin({ origin, 'sec-fetch-site': site }: Headers): boolean {
  return origin !== undefined && site !== 'same-origin';
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
