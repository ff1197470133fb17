import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Middleware } from '../middleware.ts';

/** API Gateway compresses answers from this size on, for clients that take it. */
export const COMPRESSED_BYTES = 64 * 1024;

/** Half of a SHA-256: no two answers of one address have the same. */
const TAG_CHARACTERS = 32;

/**
 * Names this very answer. An answer that may go out compressed has a weak name, as its bytes may differ.
 *
 * @param revision names the state that changes depend on (`If-Match`), which other parts of the answer do not touch
 */
export function etagOf(body: string, revision?: number): string {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, TAG_CHARACTERS);
  if (revision !== undefined) return `"${revision}-${hash}"`;
  return Buffer.byteLength(body) >= COMPRESSED_BYTES ? `W/"${hash}"` : `"${hash}"`;
}

/** Whether the client has this answer already. The comparison is the weak one (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((tag) => strong(tag) === strong(etag));
}

function strong(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** So many names of `If-Match` are compared; each is a part of a condition, which DynamoDB bounds. */
const MAX_REVISIONS = 20;

/**
 * The revisions that a client may have seen, by `If-Match`; undefined where it sets no condition. Weak names fit
 * nothing (RFC 9110, 13.1.1), nor do those of other services: then the list is empty, and no state fits.
 */
export function revisionsIn(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return tagsIn(ifMatch)
    .flatMap((tag) => {
      const revision = /^"(\d{1,15})-[0-9a-f]+"$/.exec(tag)?.[1];
      return revision === undefined ? [] : [Number(revision)];
    })
    .slice(0, MAX_REVISIONS);
}

/** The names in a header that lists some. */
function tagsIn(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/**
 * Leaves the body out where the client has it already (304) or asks for headers only (HEAD). It comes after all other
 * middlewares, so that the headers are those of the whole answer.
 */
export function answerConditionally(): Middleware {
  return {
    after: (request) => {
      const { event, response } = request;
      if (!response) return;
      const etag = response.headers?.ETag;
      if (isRead(event) && typeof etag === 'string' && isKnown(event.headers['if-none-match'], etag)) {
        request.response = { ...response, statusCode: 304, body: '' };
      } else if (isHead(event)) response.body = '';
    },
    onError: ({ event, response }) => {
      if (response && isHead(event)) response.body = '';
    },
  };
}

function isHead({ httpMethod }: APIGatewayProxyEvent): boolean {
  return httpMethod === 'HEAD';
}

function isRead(event: APIGatewayProxyEvent): boolean {
  return event.httpMethod === 'GET' || isHead(event);
}
