import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { actorOf } from '../../domain/accounts/audit/audit-actor.ts';
import type { AuditEntry } from '../../domain/accounts/audit/audit-item.ts';
import type { AuditLog } from '../../domain/accounts/audit/audit-log.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { wired } from '../../platform/init/wired.ts';
import { log } from '../../platform/log.ts';
import { type Middleware, noOp, onEveryAnswer } from '../middleware.ts';
import { callerOf, hasOwner } from '../request/caller-context.ts';

/** Maximum length of an id from a request that is not validated. */
const MAX_ID = 200;

/** Maximum length of a response to search for ids, in characters. */
const MAX_ANSWER = 64 * 1024;

/** The ids of created or changed resources, which are all that an entry takes from a response. */
const idNames = ['id', 'conversation_id', 'app_conversation_id', 'sandbox_id', 'key_id', 'endpoint_id', 'delivery_id'];

/**
 * Records the caller of each change and the status of the response, including refusals, before the response is sent. A
 * failed write only causes a log line and a metric: an error response would deny a change that has happened.
 */
export function auditRequests(endpoint: Endpoint, make: () => AuditLog, now: Clock = systemClock): Middleware {
  if (!isAudited(endpoint)) return noOp;
  const auditOf = wired(make);
  return onEveryAnswer(async (event, answer) => {
    // A person who is a member of no owner changes nothing, and has no owner whose log could say so.
    if (!hasOwner(event)) return;
    const audit = auditOf();
    try {
      await audit.add(entryOf(endpoint, event, answer, now()));
    } catch (error) {
      log.error('audit entry lost', { endpoint: endpoint.id, request_id: event.requestContext.requestId, error });
      audit.lost();
    }
  });
}

function entryOf(
  { id, method, path }: Endpoint,
  event: APIGatewayProxyEvent,
  answer: APIGatewayProxyResult | null | undefined,
  occurredAt: Date,
): AuditEntry {
  const caller = callerOf(event);
  const { requestId, identity } = event.requestContext;
  const status = answer?.statusCode ?? 500;
  const members = membersOf(answer);
  return {
    ownerId: caller.ownerId,
    actor: actorOf(caller),
    action: id,
    occurredAt,
    outcome: status < 400 ? 'success' : status < 500 ? 'refused' : 'failed',
    resource: { ...(status < 400 ? idsIn(members) : {}), ...idsIn(event.pathParameters ?? {}, () => true) },
    request: {
      requestId,
      sourceIp: identity?.sourceIp || null,
      userAgent: identity?.userAgent || null,
      method,
      path,
      status,
      code: status >= 400 && typeof members.code === 'string' ? members.code : undefined,
    },
  };
}

/** The members of a JSON response; none for other formats and streams. */
function membersOf(answer: APIGatewayProxyResult | null | undefined): Readonly<Record<string, unknown>> {
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

/**
 * Whether the audit log has the requests of an endpoint: changes with an API key. Sandboxes are not actors, and
 * JSON-RPC changes things only through other endpoints.
 */
export function isAudited({ access, method, failures }: Pick<Endpoint, 'access' | 'method' | 'failures'>): boolean {
  return access === 'key' && method !== 'GET' && failures !== 'json-rpc';
}
