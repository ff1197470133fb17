import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { ViewerRequest } from './viewer-request.ts';

/** Viewers cannot set what CloudFront says about them. */
const OWN_HEADERS = /^(?:cloudfront-|x-amz-cf-|x-edge-)/;

/** The request as the function sees it. Its id is also the `X-Amz-Cf-Id` of the answer. */
export function viewerRequestOf(message: IncomingMessage): ViewerRequest {
  const [uri = '/', ...query] = pathOf(message.url ?? '/').split('?');
  const headers = Object.entries(message.headersDistinct).flatMap(([name, values]) =>
    values === undefined || OWN_HEADERS.test(name) ? [] : [[name, values] as const],
  );
  const proto = message.socket instanceof TLSSocket ? 'https' : 'http';
  return {
    requestId: `${randomBytes(40).toString('base64url')}==`,
    viewerIp: (message.socket.remoteAddress ?? '').replace('::ffff:', ''),
    method: message.method ?? 'GET',
    uri,
    query: query.length === 0 ? undefined : query.join('?'),
    headers: { ...Object.fromEntries(headers), 'cloudfront-forwarded-proto': [proto] },
  };
}

/** A client may also send the whole URL. */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
