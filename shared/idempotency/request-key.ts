import { createHash, createHmac } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { AppError } from '../errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { fieldError } from '../http/field-error.ts';
import { canonicalJson } from './canonical-json.ts';

const HEADER = 'Idempotency-Key';

/** A string of Structured Fields (RFC 9651), which escapes quotes and backslashes and nothing else. */
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** The same without quotes, as many clients send it. */
const BARE = /^[\x21\x23-\x5b\x5d-\x7e]*$/;

const MAX_LENGTH = 255;

/** How much of a path a row shows to people; its hash tells paths apart. */
const PATH_LENGTH = 300;

/**
 * The Idempotency-Key of a request: quoted and bare are the same key.
 *
 * @returns undefined where there is none.
 * @throws AppError `malformed_request` for anything but 1 to 255 visible characters of ASCII, sent once.
 */
export function readKey({ multiValueHeaders, headers }: APIGatewayProxyEvent): string | undefined {
  const sent = Object.entries(multiValueHeaders ?? {}).find(([name]) => name.toLowerCase() === HEADER.toLowerCase());
  const values = sent?.[1] ?? [];
  const [value = headers['idempotency-key'], ...others] = values;
  if (value === undefined) return undefined;
  if (others.length > 0) throw malformed('send one key, not several');
  const text = value.trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? (BARE.test(text) ? text : undefined);
  if (key === undefined) throw malformed('a key is made of visible ASCII characters, in double quotes or without any');
  if (key.length < 1 || key.length > MAX_LENGTH) throw malformed(`a key has 1 to ${MAX_LENGTH} characters`);
  return key;
}

/** What a request with a key is found by, and what it asks for. */
export interface RequestIdentity {
  readonly requestKey: string;
  readonly fingerprint: string;
}

/**
 * The sort key of a request, and the fingerprint of what it sends. The key of the client is in neither: a body may hold a secret, and whoever reads the row must not
 * be able to try out which.
 */
export function identityOf(endpoint: Endpoint, event: APIGatewayProxyEvent, key: string): RequestIdentity {
  const { method } = endpoint;
  const { path, multiValueQueryStringParameters: query } = event;
  const hash = createHash('sha256')
    .update(JSON.stringify([method, path, key]))
    .digest('hex');
  const payload = canonicalJson({ query: query ?? {}, body: endpoint.body ? event.body : null });
  return {
    requestKey: `${method} ${path.slice(0, PATH_LENGTH)} ${hash}`,
    fingerprint: createHmac('sha256', key).update(payload).digest('hex'),
  };
}

function malformed(msg: string): AppError {
  const errors = [fieldError('header', [HEADER], msg, 'invalid_header')];
  return new AppError('malformed_request', `header.${HEADER}: ${msg}`, { extensions: { errors } });
}
