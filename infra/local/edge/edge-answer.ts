import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PAGES_CACHE_CONTROL, PROBLEM_TYPE } from '../../ingress/error-pages.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { applyResponseHeaders, type Headers } from './response-headers.ts';
import { EdgeFunctionError } from './verdict.ts';

export const VIA = '1.1 local-edge.cloudfront.net (CloudFront)';

/** A response of the edge itself. */
export interface EdgeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** For the log. */
  readonly failure: string | undefined;
}

/** The headers that CloudFront adds to every response. */
export function edgeHeaders(requestId: string, cause: string, via?: string): Headers {
  return {
    via: via === undefined ? VIA : `${via}, ${VIA}`,
    'x-amz-cf-id': requestId,
    'x-cache': `${cause} from cloudfront`,
  };
}

/** @param failure one sentence that says what the edge does not do, and what to do */
export function refusal(status: number, requestId: string, failure: string, cause = 'Error'): EdgeAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...edgeHeaders(requestId, cause) };
  return { status, headers, body: `${failure}\n`, failure };
}

/** CloudFront responds 503 when a function fails, and 502 when its result is invalid. */
export function functionFailure(requestId: string, error: unknown): EdgeAnswer {
  const status = error instanceof EdgeFunctionError ? error.status : 503;
  const cause = status === 502 ? 'FunctionValidationError' : 'FunctionExecutionError';
  const answer = refusal(status, requestId, 'The function at the edge failed; see the log of the edge.', cause);
  return { ...answer, failure: `${cause}: ${error instanceof Error ? error.message : String(error)}` };
}

/** The error page of the distribution for this status, or a refusal when there is none. */
export function errorAnswer(settings: EdgeSettings, status: number, requestId: string, failure: string): EdgeAnswer {
  const page = settings.errorPages.get(status);
  if (!page) return refusal(status, requestId, failure);
  return { ...pageAnswer(settings, page.body, requestId, 'Error'), status: page.status, failure };
}

export function pageAnswer(settings: EdgeSettings, body: string, requestId: string, cause = 'Miss'): EdgeAnswer {
  const headers = {
    'content-type': PROBLEM_TYPE,
    'cache-control': PAGES_CACHE_CONTROL,
    ...edgeHeaders(requestId, cause),
  };
  return { status: 200, headers: applyResponseHeaders(headers, settings.pagesHeaders), body, failure: undefined };
}

/** Drops the rest of the viewer's body: a viewer that is still sending would not read the response. */
export function send(message: IncomingMessage, response: ServerResponse, { status, headers, body }: EdgeAnswer): void {
  message.unpipe();
  message.resume();
  const hasBody = status !== 204 && status !== 304;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (hasBody) response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(status);
  response.end(hasBody ? body : undefined);
}

/** Responds to an upgrade request and closes its connection. */
export function sendToSocket(message: IncomingMessage, socket: Socket, answer: EdgeAnswer): void {
  const response = new ServerResponse(message);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  send(message, response, answer);
  response.detachSocket(socket);
  socket.end();
}
