import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Verdict } from './verdict.ts';
import type { ViewerRequest } from './viewer-request.ts';

export type Forward = Extract<Verdict, { kind: 'forward' }>;

export const VIA = '1.1 local-edge.cloudfront.net (CloudFront)';

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
/** The edge sets the length itself, and CloudFront removes the others. A custom header can set `x-forwarded-proto`. */
const NOT_FOR_ORIGINS = ['content-length', 'expect', 'x-forwarded-proto', 'x-http-method-override', 'x-real-ip'];

/** Leaves out the hop-by-hop headers, and those that `Connection` names. */
export function endToEnd<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',');
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim())]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/** The headers that CloudFront sends to the origin. `Host` is the viewer's, and custom headers replace the viewer's. */
export function originHeaders(
  message: IncomingMessage,
  { requestId, viewerIp }: ViewerRequest,
  { headers, origin }: Forward,
): IncomingHttpHeaders {
  const kept = Object.entries(endToEnd(headers)).filter(([name]) => !NOT_FOR_ORIGINS.includes(name));
  const custom = Object.entries(origin.customHeaders).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...Object.fromEntries(kept.map(([name, values]) => [name, values.length === 1 ? values[0] : [...values]])),
    via: [...(headers.via ?? []), VIA].join(', '),
    'x-forwarded-for': [...(headers['x-forwarded-for'] ?? []), viewerIp].join(', '),
    ...Object.fromEntries(custom),
    'x-amz-cf-id': requestId,
    ...framing(message),
  };
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
