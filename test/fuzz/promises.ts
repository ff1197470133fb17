import type { Document, DocumentedAnswer, Operation } from './document.ts';
import { isRecord, violation } from './schema.ts';

/** A raw response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Statuses that no request must cause, even if they are documented. */
const NEVER: ReadonlySet<number> = new Set([500]);

/** Headers that only some of the documented responses have. */
const NOW_AND_THEN: ReadonlySet<string> = new Set([
  ...['Retry-After', 'Sunset', 'Idempotent-Replayed', 'Idempotency-Expires', 'Link', 'RateLimit-Policy', 'RateLimit'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
]);

/** The promises of the document that a response violates. */
export function brokenPromises(operation: Operation, answer: Answer, document: Document): readonly string[] {
  const { status } = answer;
  const documented = operation.answers[status];
  if (NEVER.has(status)) return [`answers ${status}`];
  if (documented === undefined) return [`answers ${status}, which is not documented`];
  return [...brokenContent(documented, answer, document), ...brokenHeaders(operation, documented, answer)];
}

function brokenContent({ content }: DocumentedAnswer, answer: Answer, { resolve }: Document): readonly string[] {
  if (answer.status === 304 || answer.status === 204) return [];
  const type = answer.headers.get('content-type') ?? '';
  const known = Object.keys(content).find((one) => mediaType(one) === mediaType(type));
  if (known === undefined) return [`answers ${answer.status} as '${type}', which is not documented`];
  const { schema } = content[known] ?? {};
  if (schema === undefined) return [];
  const value = /[/+]json/.test(known) ? jsonOf(answer.text) : answer.text;
  const problem = violation(schema, value, resolve);
  return problem === undefined ? [] : [`the body of its ${answer.status} breaks its schema: ${problem}`];
}

function brokenHeaders(operation: Operation, { headers }: DocumentedAnswer, answer: Answer): readonly string[] {
  const isCounted = operation.access === 'key' && answer.status < 300;
  return headers
    .filter((name) => !NOW_AND_THEN.has(name) || (isCounted && name.startsWith('RateLimit')))
    .filter((name) => !answer.headers.has(name))
    .map((name) => `its ${answer.status} lacks the header ${name}`);
}

/** Why the refusal of a valid request is undocumented, or undefined. */
export function unnamedRefusal({ refusals }: Operation, { status, text }: Answer): string | undefined {
  if (![400, 413, 415, 422].includes(status)) return undefined;
  const body = jsonOf(text);
  if (!isRecord(body)) return 'refuses a valid request without a problem detail';
  const { code, errors = [], detail } = body;
  if (!['validation_failed', 'malformed_request', 'unsupported_media_type'].includes(String(code))) return undefined;
  const types = (errors as readonly { readonly type: string }[]).map(({ type }) => type);
  const unnamed = types.length === 0 ? [String(code)] : types;
  return unnamed.every((type) => refusals.has(type)) ? undefined : `refuses a valid request (${status}): ${detail}`;
}

function mediaType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
