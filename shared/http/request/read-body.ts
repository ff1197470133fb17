import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { excessSentence, type JsonBounds, jsonExcess } from '../../contract/shapes/json-bounds.ts';
import type { FieldError } from '../../contract/shapes/problem.ts';
import { parseAgentJson } from '../../platform/agent-json.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { BodyReader } from '../operation/body-reader.ts';

/** Maximum body size in bytes. A start request and its echo must fit in one DynamoDB item (400 KB). */
export const MAX_BODY_BYTES = 256 * 1024;

/** Maximum body size of open endpoints, whose bodies have a few short fields. */
const MAX_OPEN_BODY_BYTES = 8 * 1024;

/** Maximum depth of JSON. A DynamoDB item allows 32 levels, some of which the service needs. */
const MAX_BODY_DEPTH = 24;

/** Maximum number of members and elements. The largest settings have a few thousand. */
const MAX_BODY_VALUES = 20_000;

type Limits = Pick<Endpoint, 'access' | 'maxBodyBytes' | 'maxBodyDepth' | 'maxBodyValues'>;

/** The size limit of an endpoint's body in bytes. */
export function maxBodyBytesOf({ access, maxBodyBytes }: Limits): number {
  return maxBodyBytes ?? (access === 'open' ? MAX_OPEN_BODY_BYTES : MAX_BODY_BYTES);
}

/** The bounds of an endpoint's JSON. */
export function jsonBoundsOf({ maxBodyDepth, maxBodyValues }: Limits): JsonBounds {
  return { depth: maxBodyDepth ?? MAX_BODY_DEPTH, values: maxBodyValues ?? MAX_BODY_VALUES };
}

/** Parses a body without validation. @returns undefined without a body @throws AppError for an unreadable body */
export function readBody(endpoint: Endpoint, event: APIGatewayProxyEvent, readOther?: BodyReader): unknown {
  const size = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const maximum = maxBodyBytesOf(endpoint);
  if (size > maximum)
    throw new AppError('payload_too_large', `The body has ${size} bytes. At most ${maximum} are allowed.`);
  const other = readOther?.(event);
  if (other !== undefined) return other;
  if (!event.body) return undefined;
  // Header names are already in lower case.
  if (!isJson(event.headers['content-type'])) {
    throw new AppError(
      'unsupported_media_type',
      "Send the body as JSON, with the header 'Content-Type: application/json'.",
    );
  }
  return parseWithin(textOf(event), endpoint);
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

/** The body as text. Detects invalid UTF-8 only in Base64: in texts, API Gateway has already replaced it by U+FFFD. */
export function textOf({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  // Some programs begin JSON with a byte order mark, which RFC 8259 allows receivers to ignore.
  if (!isBase64Encoded) return (body ?? '').replace(/^\uFEFF/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body ?? '', 'base64'));
  } catch {
    return refuseText();
  }
}

export function refuseText(): never {
  throw new AppError('malformed_request', 'The body is not valid UTF-8. Send it as UTF-8.');
}

function parseWithin(text: string, endpoint: Endpoint): unknown {
  const bounds = jsonBoundsOf(endpoint);
  const excess = jsonExcess(text, bounds);
  if (excess) throw refused(endpoint, [], excessSentence(excess, bounds), excess);
  try {
    if (endpoint.access === 'sandbox') return parseAgentJson(text);
    // Only the parser resolves escaped names, so texts that can contain a forbidden name need a reviver.
    return MAY_FORBID.test(text) ? JSON.parse(text, (name, value) => allowed(endpoint, name, value)) : JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformed_request', 'The body is not valid JSON. Check its syntax.', { cause: error });
  }
}

/** Texts that can contain a name with a special meaning in JavaScript, also with escapes. */
const MAY_FORBID = /__proto__|"constructor"|\\u00[4-7]/i;

function allowed(endpoint: Endpoint, name: string, value: unknown): unknown {
  const isPrototype = typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
  if (name === '__proto__' || (name === 'constructor' && isPrototype))
    throw refused(endpoint, [name], 'This field name is not allowed. Rename the field.', 'forbidden_name');
  return value;
}

type Fault = readonly [path: readonly string[], msg: string, type: string];

function refused({ invalidCode }: Endpoint, ...[path, msg, type]: Fault): AppError {
  return new AppError(invalidCode ?? 'validation_failed', `${['body', ...path].join('.')}: ${msg}`, {
    extensions: { errors: [fieldError('body', path, msg, type)] },
  });
}

/** Maximum number of bad fields in an error. A response of Lambda can have at most 6 MB. */
export const MAX_ERRORS = 1000;

/** DynamoDB stores no numbers closer to zero than about 1e-130. */
export const SMALLEST_NUMBER = 1e-120;

type Path = readonly (string | number)[];

/**
 * Finds values that rows cannot store, and invalid texts. Schemas cannot check this, as some fields accept any JSON.
 * The depth of the body is already limited.
 */
export function beyondLimits(body: unknown): FieldError[] {
  const errors: FieldError[] = [];
  visit(body, [], errors);
  return errors;
}

function visit(value: unknown, path: Path, errors: FieldError[]): void {
  if (errors.length >= MAX_ERRORS) return;
  if (typeof value === 'number' && !isKeptExactly(value)) {
    errors.push(
      fieldError('body', path, 'This number is outside the range that can be stored.', 'number_out_of_range'),
    );
  }
  if (typeof value === 'string' && !isText(value)) errors.push(fieldError('body', path, notText, 'not_text'));
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, child] of Object.entries(value)) {
    const at = [...path, isList ? Number(key) : key];
    if (key === '') errors.push(fieldError('body', at, 'Field names must not be empty.', 'empty_name'));
    else if (!isList && !isText(key)) errors.push(fieldError('body', path, notTextInName, 'not_text'));
    visit(child, at, errors);
  }
}

const notText = 'Remove NUL characters and unpaired UTF-16 surrogates from this text.';
const notTextInName = 'Remove NUL characters and unpaired UTF-16 surrogates from this field name.';

function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isKeptExactly(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= SMALLEST_NUMBER && size <= Number.MAX_SAFE_INTEGER);
}
