import type { IncomingMessage } from 'node:http';
import { type EdgeAnswer, edgeHeaders, errorAnswer } from './edge-answer.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { endToEnd, type Forward, originHeaders } from './origin-request.ts';
import { OriginTimeout } from './origin-times.ts';
import { applyResponseHeaders, type Headers } from './response-headers.ts';
import type { ViewerRequest } from './viewer-request.ts';

/** Where an origin really is. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** One request or upgrade on its way to an origin. */
export interface Passage {
  readonly message: IncomingMessage;
  readonly request: ViewerRequest;
  readonly verdict: Forward;
  readonly target: Target;
  readonly settings: EdgeSettings;
}

/** The proxy library sends what stands in the message. */
export function pointToOrigin({ message, request, verdict }: Passage): void {
  message.headers = originHeaders(message, request, verdict);
  message.url = verdict.query === undefined ? verdict.uri : `${verdict.uri}?${verdict.query}`;
}

/** The headers of an origin's answer as the viewer gets them. */
export function viewerHeaders({ request, settings }: Passage, answer: IncomingMessage): Headers {
  const own = edgeHeaders(request.requestId, (answer.statusCode ?? 0) >= 400 ? 'Error' : 'Miss', answer.headers.via);
  const headers = endToEnd(answer.headersDistinct) as Record<string, string[]>;
  return applyResponseHeaders({ ...headers, ...own }, settings.responseHeaders);
}

/** The page in place of an answer with a status for which the distribution has one. */
export function pageInsteadOf({ request, settings }: Passage, { statusCode = 0 }: IncomingMessage) {
  if (!settings.errorPages.has(statusCode)) return undefined;
  return errorAnswer(settings, statusCode, request.requestId, `the origin answered ${statusCode}`);
}

/** 504 when the origin took too long, 502 for everything else that keeps it from answering. */
export function unreachable({ request, settings }: Passage, error: unknown): EdgeAnswer {
  const isLate = error instanceof OriginTimeout || (error instanceof Error && Object(error).code === 'ETIMEDOUT');
  return errorAnswer(settings, isLate ? 504 : 502, request.requestId, reasonOf(error));
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
