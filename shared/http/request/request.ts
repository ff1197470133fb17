import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { Caller } from '../../contract/endpoint/caller.ts';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { limitsOfContext } from '../../contract/shapes/limits.ts';
import { descentOfContext } from '../../contract/shapes/lineages.ts';
import { defaultScopes, knownScopes } from '../../contract/shapes/scopes.ts';
import { REPLACEMENT } from '../../contract/shapes/text.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import { AppError, fieldError, type Source } from '../../platform/errors.ts';
import { revisionsIn } from '../answers/etag.ts';
import type { Input, RequestContext } from '../operation/operation.ts';
import { fromContext, type Texts } from '../rate-limits/rate-limit.ts';
import { type FoundIssue, refusedFields, refusedWith } from './bad-fields.ts';
import { plainMessage } from './plain-messages.ts';
import { beyondLimits } from './read-body.ts';

/** Validates everything, and names all bad fields at once. @throws AppError `validation_failed`, `too_many_ids` */
export function readRequest<E extends Endpoint>(
  endpoint: E,
  event: APIGatewayProxyEvent,
  timeLeft: () => number,
  sandbox?: Sandbox,
): Input<E> {
  refuseVainCondition(endpoint, event);
  const issues: FoundIssue[] = [];
  const parse = (source: Source, schema: z.ZodType | undefined, value: unknown): unknown => {
    const result = schema?.safeParse(value, { error: plainMessage });
    for (const issue of result?.error?.issues ?? []) issues.push({ source, issue });
    return result?.data;
  };

  const given = queryOf(endpoint.query, event);
  requireUtf8(event, given);
  const params = parse('path', endpoint.params, pathOf(event));
  const query = parse('query', endpoint.query, given);
  const body = parse('body', endpoint.body, event.body);

  if (issues.length > 0) throw refusedFields(issues, endpoint.invalidCode);
  const unkeepable = endpoint.maxBodyDepth === undefined ? beyondLimits(body) : [];
  if (unkeepable.length > 0) throw refusedWith(endpoint.invalidCode ?? 'validation_failed', unkeepable);
  const request: Input<Endpoint>['request'] = { ...contextOf(event), timeLeft, claim: async () => [], triedAt: null };
  const callers = {
    key: () => callerOf(event),
    sandbox: () => sandbox ?? missing(endpoint),
    open: () => undefined,
  };
  const caller = callers[endpoint.access]();
  // The one assembly of the input: each part was parsed by the very schema its type comes from.
  return { params, query, body, caller, request } as Input<E>;
}

function missing({ id }: Endpoint): never {
  throw new Error(`${id} was called without its sandbox`);
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
    ...descentOfContext(context),
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
  throw new AppError('precondition_failed', 'This operation does not support If-Match. Remove the header.');
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

/** The parameters of the path, which arrive percent-encoded. Those that are no UTF-8 stay as they came. */
export function pathOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const given = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(given.map(([name, value]) => [name, decoded(value) ?? value]));
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

/**
 * No parameter has an honest U+FFFD: API Gateway puts it for bytes that were not UTF-8.
 *
 * @throws AppError `malformed_request` that names the parameter
 */
function requireUtf8(event: APIGatewayProxyEvent, query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(event.pathParameters ?? {})) {
    if (decoded(value)?.includes(REPLACEMENT) ?? value !== undefined) throw notUtf8('path', name);
  }
  for (const [name, value] of Object.entries(query)) {
    if ([value].flat().some((text) => String(text).includes(REPLACEMENT))) throw notUtf8('query', name);
  }
}

/** @returns undefined when the escapes of a text are no UTF-8 */
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
