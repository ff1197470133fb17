import type { IncomingMessage } from 'node:http';
import type { OwnName } from '../sockets/listen.ts';
import { type EdgeAnswer, edgeHeaders, functionFailure, pageAnswer, refusal } from './edge-answer.ts';
import type { EdgeSettings } from './edge-settings.ts';
import type { Forward } from './passage.ts';
import type { Verdict, ViewerRequest } from './verdict.ts';

/** An EdgeFunction. @throws EdgeFunctionError with the status that CloudFront would return */
export interface DecidingFunction {
  run(request: ViewerRequest): Promise<Verdict>;
}

interface Deciders {
  readonly function: DecidingFunction;
  readonly settings: EdgeSettings;
  readonly isOwnName?: OwnName;
}

/** Decides whether CloudFront, the function or an origin responds to a viewer. */
export async function decide(
  message: IncomingMessage,
  request: ViewerRequest,
  { function: edgeFunction, settings, isOwnName = () => true }: Deciders,
): Promise<EdgeAnswer | Forward> {
  const { method, requestId, uri } = request;
  if (!settings.methods.has(method)) return refusal(403, requestId, `The edge does not support the method ${method}.`);
  if (request.headers.host === undefined) return refusal(400, requestId, 'A request needs a Host header.');
  if (!request.headers.host.every(isOwnName)) {
    return refusal(403, requestId, 'The Host header names another server. To allow that name, see --allow-host.');
  }
  if (uri.startsWith(settings.pagesPath)) return page(settings, request);
  if ((method === 'GET' || method === 'HEAD') && hasBody(message)) {
    return refusal(403, requestId, `A ${method} request cannot have a body; send it with POST.`);
  }
  try {
    const verdict = await edgeFunction.run(request);
    if (verdict.kind === 'forward') return verdict;
    const headers = { ...verdict.headers, ...edgeHeaders(requestId, 'FunctionGeneratedResponse') };
    return { status: verdict.status, headers, body: verdict.body, failure: undefined };
  } catch (error) {
    return functionFailure(requestId, error);
  }
}

function page(settings: EdgeSettings, { method, requestId, uri }: ViewerRequest): EdgeAnswer {
  const body = method === 'GET' || method === 'HEAD' ? settings.pages.get(uri) : undefined;
  // The distribution cannot list the bucket, so a missing page is forbidden.
  return body === undefined ? refusal(403, requestId, 'There is no such page.') : pageAnswer(settings, body, requestId);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
