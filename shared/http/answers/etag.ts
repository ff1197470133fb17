import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Middleware } from '../middleware.ts';

/** API Gateway compresses responses from this size. */
export const COMPRESSED_BYTES = 64 * 1024;

/** Half of a SHA-256, enough to distinguish the responses of one URL. */
const TAG_CHARACTERS = 32;

/**
 * The entity tag of a response: weak if API Gateway can compress the response, which changes its bytes.
 *
 * @param revision the version that `If-Match` refers to, independent of other parts of the response
 */
export function etagOf(body: string, revision?: number): string {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, TAG_CHARACTERS);
  if (revision !== undefined) return `"${revision}-${hash}"`;
  return Buffer.byteLength(body) >= COMPRESSED_BYTES ? `W/"${hash}"` : `"${hash}"`;
}

/** Whether the client has this response. Uses the weak comparison (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((tag) => strong(tag) === strong(etag));
}

function strong(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** The most tags of `If-Match` to compare. Each is part of a DynamoDB condition, whose size is limited. */
const MAX_REVISIONS = 20;

/**
 * The revisions in `If-Match`; undefined without a condition. Weak tags (RFC 9110, 13.1.1) and those of other services
 * match nothing: then the list is empty, and no revision matches.
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

/** The tags in a header. */
function tagsIn(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/**
 * Omits the body if the client has it (304) or asks only for headers (HEAD). Runs after all other middlewares, so that
 * the headers are those of the full response.
 */
export function answerConditionally(): Middleware {
  return {
    after: (request) => {
      const { event, response } = request;
      if (!response) return;
      if (isUnchanged(event, response)) {
        request.response = { ...response, statusCode: 304, body: '' };
      } else if (isHead(event)) response.body = '';
    },
    onError: ({ event, response }) => {
      if (response && isHead(event)) response.body = '';
    },
  };
}

/** Whether the client already has a response, which then is a 304. */
export function isUnchanged(event: APIGatewayProxyEvent, { headers }: APIGatewayProxyResult): boolean {
  const etag = headers?.ETag;
  return isRead(event) && typeof etag === 'string' && isKnown(event.headers['if-none-match'], etag);
}

function isHead({ httpMethod }: APIGatewayProxyEvent): boolean {
  return httpMethod === 'HEAD';
}

function isRead(event: APIGatewayProxyEvent): boolean {
  return event.httpMethod === 'GET' || isHead(event);
}
