import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { jsonBoundsOf, maxBodyBytesOf, SMALLEST_NUMBER } from '../../../shared/http/request/read-body.ts';

/** The part of zod's JSON Schema that limits change. */
interface Limited {
  type?: unknown;
  format?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: unknown;
  exclusiveMaximum?: unknown;
  additionalProperties?: unknown;
  propertyNames?: unknown;
}

/** Safe-integer bounds apply to request numbers only; responses make no such promise. */
export function withLimits(schema: Limited, io: 'input' | 'output'): void {
  if (io === 'output') withoutSafeBounds(schema);
  else {
    withSafeBounds(schema);
    withNames(schema);
  }
}

function withoutSafeBounds(schema: Limited): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function withSafeBounds(schema: Limited): void {
  if (schema.type !== 'number' && schema.type !== 'integer') return;
  if (schema.exclusiveMinimum === undefined) schema.minimum ??= Number.MIN_SAFE_INTEGER;
  if (schema.exclusiveMaximum === undefined) schema.maximum ??= Number.MAX_SAFE_INTEGER;
}

/** Names chosen by callers cannot be empty. */
function withNames(schema: Limited): void {
  if (typeof schema.additionalProperties !== 'object') return;
  schema.propertyNames = { ...(schema.propertyNames as object | undefined), minLength: 1 };
}

/** The limits of a body that its schema cannot express, as sentences. */
export function bodyDescription(endpoint: Endpoint): string {
  if (endpoint.bodyFormat === 'bytes')
    return `Bytes, ${maxBodyBytesOf(endpoint)} at most (larger bodies fail with 413).`;
  if (endpoint.bodyFormat === 'signed')
    return `JSON of ${maxBodyBytesOf(endpoint)} bytes at most (larger bodies fail with 413).`;
  const { depth, values } = jsonBoundsOf(endpoint);
  const kept =
    endpoint.maxBodyDepth === undefined
      ? ` Numbers other than 0 must be between ${SMALLEST_NUMBER} and ${Number.MAX_SAFE_INTEGER} in magnitude, field names cannot be empty, and texts cannot contain NUL or half of a character.`
      : '';
  const forbidden =
    endpoint.access === 'sandbox'
      ? 'Members named `__proto__` are left out.'
      : 'No member can be named `__proto__`, or `prototype` inside `constructor`.';
  return [
    `${endpoint.bodyFormat === 'form' ? 'A form or JSON' : 'JSON'} in UTF-8 of ${maxBodyBytesOf(endpoint)} bytes at most (larger bodies fail with 413).`,
    `At most ${depth} levels of nesting and ${values} members and elements.${kept} ${forbidden}`,
  ].join(' ');
}
