import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Caller } from '../../contract/caller.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { limitsOfContext } from '../../contract/shapes/limits.ts';
import { defaultScopes, knownScopes } from '../../contract/shapes/scopes.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import { fieldError, type Source } from '../../platform/errors/field-error.ts';
import type { Input, RequestContext } from '../operation/operation.ts';
import { fromContext, type Texts } from '../operation/rate-limit.ts';
import { beyondDepth, beyondLimits, MAX_BODY_DEPTH } from './body-limits.ts';
import { revisionsIn } from './if-match.ts';

/** The largest request body in bytes. A start request and its echo must fit one DynamoDB item (400 KB). */
export const MAX_BODY_BYTES = 256 * 1024;

/** How many bad fields are named: a body may hold a hundred thousand, and Lambda answers no more than 6 MB. */
const MAX_ERRORS = 1000;

/** The status of an issue: its schema may demand a 400 for old clients instead of a 422. */
function codeOf(issue: z.core.$ZodIssue): InvalidCode {
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return code === 'too_many_ids' || code === 'malformed_request' ? code : 'validation_failed';
}

type InvalidCode = 'too_many_ids' | 'malformed_request' | 'validation_failed';

/** Validates everything, and names all bad fields at once. @throws AppError `validation_failed`, `too_many_ids` */
export function readRequest<E extends Endpoint>(
  endpoint: E,
  event: APIGatewayProxyEvent,
  timeLeft: () => number,
): Input<E> {
  refuseVainCondition(endpoint, event);
  const issues: { source: Source; issue: z.core.$ZodIssue }[] = [];
  const parse = (source: Source, schema: z.ZodType | undefined, value: unknown): unknown => {
    const result = schema?.safeParse(value);
    for (const issue of result?.error?.issues ?? []) issues.push({ source, issue });
    return result?.data;
  };

  const params = parse('path', endpoint.params, pathOf(event));
  const query = parse('query', endpoint.query, queryOf(endpoint.query, event));
  const tooDeep = endpoint.body ? beyondDepth(event.body, endpoint.maxBodyDepth ?? MAX_BODY_DEPTH) : [];
  const body = tooDeep.length === 0 ? parse('body', endpoint.body, event.body) : undefined;

  if (issues.length + tooDeep.length > 0) throw invalid(issues, tooDeep, endpoint.invalidCode);
  const unkeepable = endpoint.maxBodyDepth === undefined ? beyondLimits(body) : [];
  if (unkeepable.length > 0) throw failure(endpoint.invalidCode ?? 'validation_failed', unkeepable);
  const request: Input<Endpoint>['request'] = { ...contextOf(event), timeLeft, claim: async () => [], triedAt: null };
  const callers = {
    key: () => callerOf(event),
    sandbox: () => ({ sessionKey: request.sessionKey }),
    open: () => undefined,
  };
  const caller = callers[endpoint.access]();
  // The one assembly of the input: each part was parsed by the very schema its type comes from.
  return { params, query, body, caller, request } as Input<E>;
}

/** Parameters arrive percent-encoded, and no id of ours holds a percent sign. Nonsense fails validation. */
function pathOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const decoded = (text: string | undefined): string | undefined => {
    try {
      return text && decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return Object.fromEntries(Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, decoded(value)]));
}

/** Repeats stay a list where the schema wants one; elsewhere the last counts. Unknown ones are ignored. */
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

/** @throws when the authorizer's context is absent: an endpoint behind a key must never run without an owner. */
export function callerOf(event: APIGatewayProxyEvent): Caller {
  const context = event.requestContext.authorizer ?? {};
  const { owner_id: ownerId, key_id: keyId, key_name: keyName, scheme } = context;
  if (typeof ownerId !== 'string' || typeof keyId !== 'string') throw new Error('the authorizer gave no owner');
  return {
    ownerId,
    keyId,
    keyName: typeof keyName === 'string' && keyName !== '' ? keyName : null,
    scheme: scheme === 'bearer' ? 'bearer' : 'session-header',
    scopes: scopesIn(context.scopes),
    limits: limitsOfContext(context),
  };
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
    ...conditionOf(headers['if-match']),
    ...callsOf(requestContext.authorizer ?? {}),
  };
}

/** A caller who sets a condition counts on it: an operation that cannot keep it must not have its effect. */
function refuseVainCondition({ method, revised }: Endpoint, { headers }: APIGatewayProxyEvent): void {
  if (method === 'GET' || revised || revisionsIn(headers['if-match']) === undefined) return;
  throw new AppError(
    'precondition_failed',
    'this operation takes no If-Match; send it without, and nothing is compared',
  );
}

function conditionOf(ifMatch: string | undefined): Pick<RequestContext, 'revisions'> {
  const revisions = revisionsIn(ifMatch);
  return revisions === undefined ? {} : { revisions };
}

function callsOf(context: Texts): Pick<RequestContext, 'calls'> {
  const rate = fromContext(context);
  return rate && typeof context.calls_key === 'string' ? { calls: { key: context.calls_key, rate } } : {};
}

function traceparentOf(header: string | undefined): string | null {
  return header && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header) ? header : null;
}

/** The scopes from the authorizer's context; a key without any has the default ones. */
function scopesIn(value: unknown): Caller['scopes'] {
  return typeof value === 'string' ? knownScopes(value.split(' ')) : defaultScopes;
}

/** The authorizer's context holds texts only; the empty one is none. */
function invalid(
  issues: readonly { source: Source; issue: z.core.$ZodIssue }[],
  tooDeep: readonly FieldError[],
  invalidCode: InvalidCode = 'validation_failed',
): AppError {
  const errors = [...issues.flatMap(({ source, issue }) => fieldErrors(source, issue)), ...tooDeep];
  const codes = [...issues.map(({ issue }) => codeOf(issue)), ...tooDeep.map(() => invalidCode)];
  const [code, ...others] = new Set(codes);
  return failure(code && code !== 'validation_failed' && others.length === 0 ? code : invalidCode, errors);
}

function failure(code: InvalidCode, all: readonly FieldError[]): AppError {
  const errors = all.slice(0, MAX_ERRORS);
  const detail = errors.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  return new AppError(code, detail.length > 1000 ? `${detail.slice(0, 1000)}…` : detail, { extensions: { errors } });
}

/** The schema reports unknown fields as one issue; callers get one error for each. */
function fieldErrors(source: Source, issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => fieldError(source, [...path, key], 'this field is not known', issue.code));
  }
  return [fieldError(source, path, issue.message, issue.code)];
}
