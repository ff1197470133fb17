import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The other side sent no response. The message is a clause for `failureWords`. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

interface Exchange extends Omit<RequestOptions, 'agent' | 'signal'> {
  readonly body?: string | Uint8Array | Iterable<Uint8Array> | undefined;
  /** Ends the exchange at any point, whatever the other side does. */
  readonly signal: AbortSignal;
  /** Called when the connection is open, before the request is sent. */
  readonly onConnected?: () => void;
}

/** Informational responses before the final one. No server of ours sends any. */
const MOST_INFORMATIONAL = 20;

/**
 * Sends one request with Node's own client and reads its response. Each request opens its own connection, which is
 * closed when the response has been read, or has failed.
 *
 * @throws NoResponseError for a change of protocol, a connection that closes, and endless informational responses; the
 * reason of the signal; an error of the connection
 */
export async function requestTo<T>(
  url: URL,
  { body, signal, onConnected, ...options }: Exchange,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const request = (url.protocol === 'http:' ? httpRequest : httpsRequest)(url, { ...options, agent: false });
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (onConnected) {
    const opened = url.protocol === 'http:' ? 'connect' : 'secureConnect';
    request.on('socket', (socket) => socket.once(opened, onConnected));
  }
  let isAnswered = false;
  let informational = 0;
  request.on('response', (response) => {
    isAnswered = true;
    // A 101 without an `Upgrade` header arrives as a response.
    if ((response.statusCode ?? 0) < 200) reject(new NoResponseError('sent no final response'));
    else read(response).then(resolve, reject);
  });
  request.on('information', () => {
    informational += 1;
    if (informational > MOST_INFORMATIONAL) reject(new NoResponseError('sent no final response'));
  });
  // Node hands the socket over with this event: nothing else would close it or end the request.
  request.on('upgrade', (_, socket) => {
    socket.destroy();
    reject(new NoResponseError('changed the protocol'));
  });
  request.on('error', reject);
  request.on('close', () => {
    // The end of the connection can also be the end of the body.
    if (!isAnswered) reject(new NoResponseError('closed the connection without a response'));
  });
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) request.end(body);
  else pipeline(Readable.from(body, { objectMode: true }), request).catch(reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    request.destroy();
  }
}
