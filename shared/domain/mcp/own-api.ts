import { requestTo } from '../../platform/outbound/http-request.ts';
import type { ToolRequest } from './tool-request.ts';
import type { ApiAnswer } from './tool-result.ts';

/** The longest response to read, in bytes. Functions return 6 MB at most. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** The response is longer than a tool can use. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

export type CallOwnApi = (request: ToolRequest, signal: AbortSignal) => Promise<ApiAnswer>;

/**
 * Calls the public API of this service, so that a tool passes the same checks as every other request. Redirects are not
 * followed: the caller's key goes to this address only.
 *
 * @param baseUrl the URL of the API from the deployment
 * @param headers the caller's key and what describes the caller
 */
export function ownApi(baseUrl: string, headers: Readonly<Record<string, string>>): CallOwnApi {
  return ({ method, path, body, headers: ofRequest, idempotencyKey }, signal) => {
    const url = new URL(`${baseUrl}${path}`);
    if (!url.href.startsWith(`${baseUrl}/`)) throw new Error(`${url.pathname} is not a path of this API`);
    const sent = {
      ...headers,
      Accept: 'application/json',
      ...ofRequest,
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    };
    return requestTo(url, { method, headers: sent, body, signal }, async (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      for await (const piece of response as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > MAX_ANSWER_BYTES)
          throw new AnswerTooLargeError(`${path} returned more than ${MAX_ANSWER_BYTES} bytes`);
        pieces.push(piece);
      }
      const { statusCode: status = 0, headers: received } = response;
      const text = Buffer.concat(pieces).toString('utf8');
      return { status, contentType: received['content-type'] ?? '', contentRange: received['content-range'], text };
    });
  };
}
