import { createHash, createHmac } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { AppError, fieldError } from '../../platform/errors.ts';

const HEADER = 'Idempotency-Key';

const MAX_LENGTH = 255;

/** A string of Structured Fields (RFC 9651), which escapes only quotes and backslashes. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])*)"$/;

/** A key without quotes, as many clients send it. */
const BARE = /^[!#-[\]-~]*$/;

/** Both forms, for the OpenAPI document. */
export const requestKeyPattern = `^(?:[!#-\\[\\]-~]{1,${MAX_LENGTH}}|"(?:[!#-\\[\\]-~]|\\\\["\\\\]){1,${MAX_LENGTH}}")$`;

/** The length of the path in a row, for people. The hash distinguishes paths. */
const PATH_LENGTH = 300;

/** The Idempotency-Key, quoted or bare: 1 to 255 visible ASCII characters. @throws AppError `malformed_request` */
export function readKey({ multiValueHeaders, headers }: APIGatewayProxyEvent): string | undefined {
  const sent = Object.entries(multiValueHeaders ?? {}).find(([name]) => name.toLowerCase() === HEADER.toLowerCase());
  const values = sent?.[1] ?? [];
  const [value = headers['idempotency-key'], ...others] = values;
  if (value === undefined) return undefined;
  if (others.length > 0) throw malformed('Send exactly one key.');
  const text = value.trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? (BARE.test(text) ? text : undefined);
  if (key === undefined)
    throw malformed('Use only visible ASCII characters, with or without double quotes around the key.');
  if (key.length < 1 || key.length > MAX_LENGTH) throw malformed(`Use 1 to ${MAX_LENGTH} characters.`);
  return key;
}

export interface RequestIdentity {
  readonly requestKey: string;
  readonly fingerprint: string;
}

/** The fingerprint is an HMAC with the client's key, so that readers of the table cannot guess the body. */
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

/** JSON with sorted members, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
