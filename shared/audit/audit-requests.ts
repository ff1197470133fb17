import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Clock, systemClock } from '../clock.ts';
import { isAudited } from '../http/audited.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { nothingToDo } from '../http/nothing-to-do.ts';
import { callerOf } from '../http/request.ts';
import { log } from '../log.ts';
import type { AuditEntry } from './audit-item.ts';
import type { AuditLog } from './audit-log.ts';

/** The longest id that is taken over from a request that nobody has validated. */
const MAX_ID = 200;

/** The longest answer that is searched for ids, in characters. */
const MAX_ANSWER = 64 * 1024;

/** By these names answers tell the ids of what they made or changed. Nothing else of an answer is kept. */
const idNames = ['id', 'conversation_id', 'app_conversation_id', 'sandbox_id', 'key_id', 'endpoint_id', 'delivery_id'];

/**
 * Writes down who asked for a change and how it was answered, refusals included, before the answer leaves. An entry that cannot be written is lost with a log line
 * and a metric: what it tells of has happened, and an error would say that it has not.
 */
export function auditRequests(
  endpoint: Endpoint,
  make: () => AuditLog,
  now: Clock = systemClock,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  if (!isAudited(endpoint)) return nothingToDo;
  let audit: AuditLog | undefined;
  const record = async (
    event: APIGatewayProxyEvent,
    answer: APIGatewayProxyResult | null | undefined,
  ): Promise<void> => {
    audit ??= make();
    try {
      await audit.add(entryOf(endpoint, event, answer, now()));
    } catch (error) {
      log.error('audit entry lost', { endpoint: endpoint.id, request_id: event.requestContext.requestId, error });
      audit.lost();
    }
  };
  return {
    after: (request) => record(request.event, request.response),
    onError: (request) => record(request.event, request.response),
  };
}

function entryOf(
  { id, method, path }: Endpoint,
  event: APIGatewayProxyEvent,
  answer: APIGatewayProxyResult | null | undefined,
  occurredAt: Date,
): AuditEntry {
  const { ownerId, keyId, keyName } = callerOf(event);
  const { requestId, identity } = event.requestContext;
  const status = answer?.statusCode ?? 500;
  const told = toldIn(answer);
  return {
    ownerId,
    actor: { type: 'key', ownerId, keyId, keyName },
    action: id,
    occurredAt,
    outcome: status < 400 ? 'success' : status < 500 ? 'refused' : 'failed',
    resource: { ...(status < 400 ? idsIn(told) : {}), ...idsIn(event.pathParameters ?? {}, () => true) },
    request: {
      requestId,
      sourceIp: identity?.sourceIp || null,
      userAgent: identity?.userAgent || null,
      method,
      path,
      status,
      code: status >= 400 && typeof told.code === 'string' ? told.code : undefined,
    },
  };
}

/** The members of an answer; of a text, an archive or an answer in pieces there are none. */
function toldIn(answer: APIGatewayProxyResult | null | undefined): Readonly<Record<string, unknown>> {
  if (!answer?.body || answer.body.length > MAX_ANSWER || !String(answer.headers?.['Content-Type']).includes('json')) {
    return {};
  }
  const value: unknown = JSON.parse(answer.body);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function idsIn(
  values: Readonly<Record<string, unknown>>,
  isWanted = (name: string) => idNames.includes(name),
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isWanted(name) && typeof value === 'string' && value !== '' ? [[name, value.slice(0, MAX_ID)]] : [],
    ),
  );
}
