import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { CONSOLE_URL } from '../../contract/endpoint/stage-variables.ts';
import type { FieldError } from '../../contract/shapes/problem.ts';
import { REPLACEMENT } from '../../contract/shapes/text.ts';
import type { ModelCaller } from '../../domain/broker/keys/model-caller.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import { AppError, fieldError, type Source } from '../../platform/errors.ts';
import { revisionsIn } from '../answers/etag.ts';
import type { Input, RequestContext } from '../operation/operation.ts';
import { fromContext, type Texts } from '../rate-limits/rate-limit.ts';
import { callerOf, isSignedIn, signedInOf } from './caller-context.ts';
import { plainMessage } from './plain-messages.ts';
import { beyondLimits, MAX_ERRORS } from './read-body.ts';
import { objectIn, unsupportedFields } from './unknown-fields.ts';

/** Also for what a schema reads by itself, such as recordings. */
z.config({ customError: plainMessage });

/** Validates a request. The error names all bad fields. @throws AppError `validation_failed`, `too_many_ids` */
export function readRequest<E extends Endpoint>(
  endpoint: E,
  event: APIGatewayProxyEvent,
  timeLeft: () => number,
  sandbox?: Sandbox | ModelCaller,
): Input<E> {
  refuseUnsupportedCondition(endpoint, event);
  const issues: FoundIssue[] = [];
  const parse = (source: Source, schema: z.ZodType | undefined, value: unknown): unknown => {
    const result = schema?.safeParse(value);
    for (const issue of result?.error?.issues ?? []) issues.push({ source, issue });
    return result?.data;
  };

  const given = queryOf(endpoint.query, event);
  requireUtf8(event, given);
  const params = parse('path', endpoint.params, pathOf(event));
  const query = parse('query', endpoint.query, given);
  const body = parse('body', endpoint.body, event.body);

  if (issues.length > 0) throw refusedFields(issues, endpoint.invalidCode);
  const isStored =
    endpoint.maxBodyDepth === undefined && endpoint.bodyFormat !== 'bytes' && endpoint.bodyFormat !== 'signed';
  const unstorable = isStored ? beyondLimits(body) : [];
  if (unstorable.length > 0) throw refusedWith(endpoint.invalidCode ?? 'validation_failed', unstorable);
  const asked = unsupportedFields(endpoint, endpoint.body ? event.body : objectIn(event.body));
  if (asked.length > 0) throw refusedWith(endpoint.invalidCode ?? 'validation_failed', asked);
  const request: Input<Endpoint>['request'] = { ...contextOf(event), timeLeft, claim: async () => [], triedAt: null };
  const callers = {
    key: () => callerOf(event),
    person: () => (endpoint.acceptsKeys && !isSignedIn(event) ? undefined : signedInOf(event)),
    sandbox: () => sandbox ?? missing(endpoint),
    open: () => undefined,
  };
  const caller = callers[endpoint.access]();
  // Each part was parsed with the schema of its type.
  return { params, query, body, caller, request } as Input<E>;
}

function missing({ id }: Endpoint): never {
  throw new Error(`${id} was called without its sandbox`);
}

function contextOf(event: APIGatewayProxyEvent): RequestContext {
  const { requestContext, headers } = event;
  const sessionKey = headers['x-session-api-key'] ?? null;
  const accessToken = headers['x-access-token'] ?? null;
  return {
    requestId: requestContext.requestId,
    sessionKey,
    accessToken,
    sourceIp: requestContext.identity?.sourceIp || null,
    userAgent: headers['user-agent']?.slice(0, 500) || null,
    traceparent: traceparentOf(headers.traceparent),
    accept: headers.accept,
    headers,
    lastEventId: headers['last-event-id'],
    contentType: headers['content-type'],
    isOfCanvas: isOfCanvas(headers),
    consoleUrl: event.stageVariables?.[CONSOLE_URL],
    ...conditionOf(headers['if-match']),
    ...conditionsIn(headers),
    ...callsOf(requestContext.authorizer ?? {}),
  };
}

/** Agent Canvas 1.20.0 names itself when it starts conversations, and not when it pauses and resumes sandboxes. */
function isOfCanvas(headers: APIGatewayProxyEvent['headers']): boolean {
  const { origin, 'x-org-id': organization, 'x-openhands-client': client, 'idempotency-key': key } = headers;
  const isUnnamed = client === undefined && key === undefined;
  return origin !== undefined && organization !== undefined && isUnnamed;
}

/** An operation that ignores a condition must not run: the caller relies on it. */
function refuseUnsupportedCondition(
  { method, revised, conditional }: Endpoint,
  { headers }: APIGatewayProxyEvent,
): void {
  if (method === 'GET' || revised || conditional || revisionsIn(headers['if-match']) === undefined) return;
  throw new AppError('precondition_failed', 'This operation does not support If-Match. Remove the header.');
}

function conditionOf(ifMatch: string | undefined): Pick<RequestContext, 'revisions'> {
  const revisions = revisionsIn(ifMatch);
  return revisions === undefined ? {} : { revisions };
}

function conditionsIn({
  'if-match': match,
  'if-none-match': noneMatch,
  range,
}: APIGatewayProxyEvent['headers']): Pick<RequestContext, 'conditions'> {
  const isGiven = [match, noneMatch, range].some((header) => header !== undefined);
  return isGiven ? { conditions: { match, noneMatch, range } } : {};
}

function callsOf(context: Texts): Pick<RequestContext, 'calls'> {
  const rate = fromContext(context);
  return rate && typeof context.calls_key === 'string' ? { calls: { key: context.calls_key, rate } } : {};
}

function traceparentOf(header: string | undefined): string | null {
  return header && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header) ? header : null;
}

/** Path parameters, percent-decoded. Invalid UTF-8 stays encoded. */
export function pathOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const given = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(given.map(([name, value]) => [name, decoded(value) ?? value]));
}

/** Query parameters of the schema. Repeats become a list if the schema has one; otherwise the last counts. */
function queryOf(schema: z.ZodObject | undefined, event: APIGatewayProxyEvent): Record<string, unknown> {
  const given = event.multiValueQueryStringParameters ?? {};
  return Object.fromEntries(
    Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
      const values = given[name];
      if (!values) return [];
      return [[name, isList(field) ? values : values.at(-1)]];
    }),
  );
}

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap());
  return schema instanceof z.ZodArray;
}

/** API Gateway replaces bytes that are not UTF-8 by U+FFFD. @throws AppError `malformed_request` */
function requireUtf8(event: APIGatewayProxyEvent, query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(event.pathParameters ?? {})) {
    if (decoded(value)?.includes(REPLACEMENT) ?? value !== undefined) throw notUtf8('path', name);
  }
  for (const [name, value] of Object.entries(query)) {
    if ([value].flat().some((text) => String(text).includes(REPLACEMENT))) throw notUtf8('query', name);
  }
}

/** @returns undefined when the escapes are not UTF-8 */
function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function notUtf8(source: Source, name: string): AppError {
  const msg = 'Must be UTF-8 in percent-encoding.';
  return new AppError('malformed_request', `${source}.${name}: ${msg}`, {
    extensions: { errors: [fieldError(source, [name], msg, 'not_utf8')] },
  });
}

/** Maximum length of the list of bad fields, in characters. */
const MAX_ERROR_TEXT = 500_000;

/** The error code of an issue. Its schema can ask for a 400 instead of a 422, for old clients. */
function codeOf(issue: z.core.$ZodIssue): InvalidCode {
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return code === 'too_many_ids' || code === 'malformed_request' ? code : 'validation_failed';
}

type InvalidCode = 'too_many_ids' | 'malformed_request' | 'validation_failed';

/** An issue that a schema found in one part of a request. */
interface FoundIssue {
  readonly source: Source;
  readonly issue: z.core.$ZodIssue;
}

/** All bad fields in one error, with the status that their schemas and the endpoint ask for. */
function refusedFields(issues: readonly FoundIssue[], invalidCode: InvalidCode = 'validation_failed'): AppError {
  const errors = issues.slice(0, MAX_ERRORS).flatMap(({ source, issue }) => fieldErrors(source, issue));
  const [code, ...others] = new Set(issues.map(({ issue }) => codeOf(issue)));
  return refusedWith(code && code !== 'validation_failed' && others.length === 0 ? code : invalidCode, errors);
}

function refusedWith(code: InvalidCode, all: readonly FieldError[]): AppError {
  const errors = withinLength(all.slice(0, MAX_ERRORS));
  const detail = errors
    .map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
    .join('; ')
    .replaceAll('.; ', '. ');
  return new AppError(code, detail.length > 1000 ? `${detail.slice(0, 1000)}…` : detail, { extensions: { errors } });
}

/** The first errors within the maximum length, at least one: each contains its path, which can be long. */
function withinLength(errors: readonly FieldError[]): readonly FieldError[] {
  let room = MAX_ERROR_TEXT;
  const end = errors.findIndex(({ pointer, msg }) => {
    room -= 2 * pointer.length + msg.length;
    return room < 0;
  });
  return end < 0 ? errors : errors.slice(0, Math.max(1, end));
}

/** A schema reports all unknown fields in one issue. Callers get one error for each. */
function fieldErrors(source: Source, issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_ERRORS)
      .map((key) => fieldError(source, [...path, key], 'Unknown field. Remove it.', issue.code));
  }
  return [fieldError(source, path, issue.message, issue.code)];
}
