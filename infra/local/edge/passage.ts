import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type EdgeAnswer, edgeHeaders, errorAnswer, functionFailure, VIA } from './edge-answer.ts';
import type { EdgeSettings } from './edge-settings.ts';
import type { ChangingFunction } from './response-function.ts';
import { applyResponseHeaders, type Headers } from './response-headers.ts';
import { EdgeFunctionError, type Origin, type Verdict, type ViewerRequest } from './verdict.ts';

export type Forward = Extract<Verdict, { kind: 'forward' }>;

/** The address of an origin. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** What the origin on this machine calls itself, where the function names its host. */
  readonly ownHost?: string;
}

/** A request or upgrade on its way to an origin. */
export interface Passage {
  readonly message: IncomingMessage;
  readonly request: ViewerRequest;
  readonly verdict: Forward;
  readonly target: Target;
  readonly settings: EdgeSettings;
  /** Changes the responses of origins, if the distribution has such a function. */
  readonly responseFunction: ChangingFunction | undefined;
}

/** The proxy library sends the URL and the headers of the message. */
export function pointToOrigin(passage: Passage): void {
  const { message, verdict } = passage;
  message.headers = originHeaders(passage);
  message.url = verdict.query === undefined ? verdict.uri : `${verdict.uri}?${verdict.query}`;
}

/** The headers of an origin's response as the viewer gets them. @throws EdgeFunctionError if the function fails */
export function viewerHeaders({ request, settings, responseFunction }: Passage, answer: IncomingMessage): Headers {
  const own = edgeHeaders(request.requestId, (answer.statusCode ?? 0) >= 400 ? 'Error' : 'Miss', answer.headers.via);
  const headers = endToEnd(answer.headersDistinct) as Record<string, string[]>;
  const changed = applyResponseHeaders({ ...headers, ...own }, settings.responseHeaders);
  return responseFunction?.run(request, { status: answer.statusCode ?? 0, headers: changed }) ?? changed;
}

/** The error page of the distribution for the status of a response, if there is one. */
export function pageInsteadOf(passage: Passage, { statusCode = 0 }: IncomingMessage) {
  const { request, settings } = passage;
  if (statusCode < 200) return unreachable(passage, `the origin answered ${statusCode} and nothing else`);
  if (!settings.errorPages.has(statusCode)) return undefined;
  return errorAnswer(settings, statusCode, request.requestId, `the origin answered ${statusCode}`);
}

/** 504 when the origin took too long, 502 when it failed to respond for another reason than the edge's function. */
export function unreachable({ request, settings }: Passage, error: unknown): EdgeAnswer {
  if (error instanceof EdgeFunctionError) return functionFailure(request.requestId, error);
  const isLate = error instanceof OriginTimeout || (error instanceof Error && Object(error).code === 'ETIMEDOUT');
  return errorAnswer(settings, isLate ? 504 : 502, request.requestId, reasonOf(error));
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The origin took too long, which CloudFront reports as 504. */
export class OriginTimeout extends Error {}

/**
 * Ends the request with an OriginTimeout when the connection takes too long, or when within the read timeout the origin
 * sends no final response, or no next packet of it.
 *
 * @param viewer receives the response; the time that the edge waits for it does not count
 */
export function limitTimes(request: ClientRequest, origin: Origin, viewer: Writable): void {
  limitWaiting(request, origin.readTimeoutSeconds);
  const watch = (socket: Socket) => {
    if (!socket.connecting) return limitReading(request, socket, origin.readTimeoutSeconds, viewer);
    const seconds = origin.connectionTimeoutSeconds;
    const timer = setTimeout(() => {
      request.destroy(new OriginTimeout(`the origin took no connection within ${seconds} s`));
    }, seconds * 1_000);
    request.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      limitReading(request, socket, origin.readTimeoutSeconds, viewer);
    });
  };
  if (request.socket) watch(request.socket);
  else request.once('socket', watch);
}

/** Informational responses and single bytes of headers are no response. The time of an upload does not count. */
function limitWaiting(request: ClientRequest, seconds: number): void {
  let timer: NodeJS.Timeout | undefined;
  const late = () => request.destroy(new OriginTimeout(`the origin sent no response within ${seconds} s`));
  const start = () => {
    timer = setTimeout(late, seconds * 1_000);
  };
  request.once('finish', start);
  for (const event of ['response', 'upgrade', 'close'])
    request.once(event, () => {
      request.off('finish', start);
      clearTimeout(timer);
    });
}

/** Uses the timeout of the socket, because that of the request fires only once. */
function limitReading(request: ClientRequest, socket: Socket, seconds: number, viewer: Writable): void {
  const milliseconds = seconds * 1_000;
  let drainedAt = Number.NEGATIVE_INFINITY;
  const drained = () => {
    drainedAt = performance.now();
  };
  const check = () => {
    const { bytesRead } = socket;
    // In a busy process, timers can run before packets that have already arrived.
    setImmediate(() => {
      const isViewerSlow = viewer.writableNeedDrain || performance.now() - drainedAt < milliseconds;
      if (isViewerSlow || socket.bytesRead > bytesRead) socket.setTimeout(milliseconds);
      else request.destroy(new OriginTimeout(`the origin sent nothing for ${seconds} s`));
    });
  };
  socket.setTimeout(milliseconds);
  socket.on('timeout', check);
  viewer.on('drain', drained);
  request.once('close', () => {
    socket.off('timeout', check);
    viewer.off('drain', drained);
  });
}

/** These belong to one connection and never pass the edge. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** The edge sets the length itself, and CloudFront removes the others. An origin can have `x-forwarded-proto`. */
const NOT_FOR_ORIGINS = ['content-length', 'expect', 'x-forwarded-proto', 'x-http-method-override', 'x-real-ip'];

/** Leaves out the hop-by-hop headers, and those that `Connection` names. */
function endToEnd<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',');
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim())]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/** The headers that CloudFront sends to the origin. `Host` is the viewer's, unless the function named another. */
function originHeaders({ message, request, verdict, target, settings }: Passage): IncomingHttpHeaders {
  const { requestId, viewerIp } = request;
  const { headers, origin } = verdict;
  const kept = Object.entries(endToEnd(headers)).filter(([name]) => !NOT_FOR_ORIGINS.includes(name));
  const custom = Object.entries(origin.customHeaders ?? settings.originHeaders).map(([name, value]) => [
    name.toLowerCase(),
    name.toLowerCase() === PROTOCOL ? protocolOf(message) : value,
  ]);
  return {
    ...Object.fromEntries(kept.map(([name, values]) => [name, values.length === 1 ? values[0] : [...values]])),
    via: [...(headers.via ?? []), VIA].join(', '),
    'x-forwarded-for': [...(headers['x-forwarded-for'] ?? []), viewerIp].join(', '),
    // Custom headers replace those of the viewer.
    ...Object.fromEntries(custom),
    ...(origin.hostHeader !== undefined && { host: target.ownHost ?? origin.hostHeader }),
    'x-amz-cf-id': requestId,
    ...framing(message),
  };
}

const PROTOCOL = 'x-forwarded-proto';

/** The distribution of a template accepts only HTTPS, so its header always says so. This edge can also speak HTTP. */
function protocolOf({ socket }: IncomingMessage): 'http' | 'https' {
  return socket instanceof TLSSocket ? 'https' : 'http';
}

/** How the body is framed, or that this is an upgrade: as the viewer sent it, whatever the function returned. */
function framing({ headers }: IncomingMessage): IncomingHttpHeaders {
  if (isWebSocketUpgrade({ headers })) return { connection: 'Upgrade', upgrade: 'websocket' };
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const length = headers['content-length'];
  return length === undefined ? {} : { 'content-length': length };
}

/** CloudFront supports no other upgrade, and handles such requests as ordinary ones. */
export function isWebSocketUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}
