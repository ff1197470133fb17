import { EventEmitter } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { addAbortSignal, Readable } from 'node:stream';
import { type Rehearsal, rehearsal } from '../rehearsal/rehearsal.ts';
import { callOf } from '../rehearsal/tape.ts';

/** Node's own client for the protocol of the URL. In a rehearsal the tape answers. */
export function requestTo(url: URL, options: RequestOptions): ClientRequest {
  const playing = rehearsal();
  if (playing) return playedRequest(url, options, playing);
  return url.protocol === 'http:' ? httpRequest(url, options) : httpsRequest(url, options);
}

/** As much of a request as those do with it that send whole bodies and read whole answers. */
function playedRequest(
  { pathname: path }: URL,
  { method = 'GET', signal }: RequestOptions,
  playing: Rehearsal,
): ClientRequest {
  const events = new EventEmitter();
  const end = () => {
    const { status, headers, body, isBase64 } = playing.answerTo(callOf({ method, path, headers: {} }));
    const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
    const pieces = Readable.from([bytes], { objectMode: false });
    // As Node does with a request, so that its code for signals has run before the first call.
    if (signal) addAbortSignal(signal, pieces);
    const response = Object.assign(pieces, {
      statusCode: status,
      headers,
      headersDistinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    }) as unknown as IncomingMessage;
    setImmediate(() => events.emit('response', response));
  };
  return Object.assign(events, { end }) as unknown as ClientRequest;
}
