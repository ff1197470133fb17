import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type AuditActor, actorOf as callingActor } from '../../domain/accounts/audit/audit-actor.ts';
import type { AuditEntry } from '../../domain/accounts/audit/audit-item.ts';
import type { Sandbox } from '../../domain/sandboxes/record/sandbox.ts';
import type { Visitor } from '../../domain/sandboxes/waking/wake.ts';
import type { ReadVisit } from './visit.ts';

/** The entry of a resume by a request at an address of the sandbox. */
export function wakeAudit(
  { owner_id: ownerId, sandbox_id }: Sandbox,
  visitor: Visitor,
  { method, viewer, headers }: Pick<ReadVisit, 'method' | 'viewer' | 'headers'>,
  { requestContext: { requestId } }: Pick<APIGatewayProxyEvent, 'requestContext'>,
  occurredAt: Date,
): AuditEntry {
  return {
    ownerId,
    actor: actorOf(visitor),
    action: 'sandbox.woken',
    occurredAt,
    outcome: 'success',
    resource: { sandbox_id },
    request: { requestId, sourceIp: viewer, userAgent: headers['user-agent'] ?? null, method },
  };
}

function actorOf(visitor: Visitor): AuditActor {
  if (visitor.kind !== 'caller')
    return { type: 'address', name: visitor.kind === 'session-key' ? 'session key' : 'link' };
  return callingActor(visitor.caller);
}
