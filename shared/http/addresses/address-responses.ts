import type { APIGatewayProxyResult } from 'aws-lambda';
import {
  type AdmittingCookie,
  addressProblems,
  type Refusal,
  type Reply,
} from '../../domain/sandboxes/waking/reply.ts';
import { allowedMethods, securityHeaders } from '../answers/browser-headers.ts';
import { PROBLEM_CONTENT_TYPE } from '../answers/problem.ts';
import { addressPage, pagePolicy } from './address-page.ts';
import type { ReadVisit } from './visit.ts';

/** Any page can read why a sandbox does not respond. `X-Sandbox-Edge` says that the response is not of a sandbox. */
function commonHeaders(requestId: string): Record<string, string> {
  // Consoles show this page in a frame, as they show the sandbox.
  const { 'X-Frame-Options': _, ...security } = securityHeaders;
  return {
    ...security,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, X-Sandbox-Edge',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    'X-Sandbox-Edge': '1',
  };
}

export function preflightResponse({ headers }: Pick<ReadVisit, 'headers'>, requestId: string): APIGatewayProxyResult {
  return {
    statusCode: 204,
    headers: {
      ...commonHeaders(requestId),
      'Access-Control-Allow-Methods': allowedMethods.join(', '),
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
    },
    body: '',
  };
}

export function responseOf(
  reply: Reply,
  visit: Pick<ReadVisit, 'wantsPage'>,
  requestId: string,
): APIGatewayProxyResult {
  const headers = commonHeaders(requestId);
  // 307 keeps the method and the body.
  if (reply.kind === 'redirect')
    return { statusCode: 307, headers: { ...headers, Location: reply.location }, body: '' };
  // A GET, whatever opened the link.
  if (reply.kind === 'let-in')
    return {
      statusCode: 303,
      headers: { ...headers, Location: reply.location, ...cookieHeader(reply.cookie) },
      body: '',
    };
  return visit.wantsPage ? pageResponse(reply, headers, requestId) : problemResponse(reply, headers, requestId);
}

/** The prefix of its name binds it to the host of the port. */
function cookieHeader(cookie: AdmittingCookie | undefined): Record<string, string> {
  if (cookie === undefined) return {};
  const { name, value, seconds } = cookie;
  return { 'Set-Cookie': `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax` };
}

function pageResponse(refusal: Refusal, headers: Record<string, string>, requestId: string): APIGatewayProxyResult {
  return {
    statusCode: addressProblems[refusal.code].status,
    headers: {
      ...headers,
      ...retryHeader(refusal),
      ...refreshHeader(refusal),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy,
    },
    body: addressPage(refusal, requestId),
  };
}

/** Browsers refuse an element `meta` that reloads on the shared host of sandboxes, whose pages are sandboxed. */
function refreshHeader({ reloads = false, retryAfter = 1 }: Refusal): Record<string, string> {
  return reloads ? { Refresh: String(retryAfter) } : {};
}

function problemResponse(refusal: Refusal, headers: Record<string, string>, requestId: string): APIGatewayProxyResult {
  const { code, detail, retryAfter, steps, extensions } = refusal;
  const body = {
    type: 'about:blank',
    ...addressProblems[code],
    detail,
    code,
    request_id: requestId,
    ...(retryAfter === undefined ? {} : { retry_after_seconds: retryAfter }),
    ...(steps === undefined ? {} : { steps }),
    ...extensions,
  };
  return {
    statusCode: addressProblems[code].status,
    headers: { ...headers, ...retryHeader(refusal), 'Content-Type': PROBLEM_CONTENT_TYPE },
    body: JSON.stringify(body),
  };
}

function retryHeader({ retryAfter }: Refusal): Record<string, string> {
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
}
