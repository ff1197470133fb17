import type { RequestOrigin, SignedIn } from '../../../contract/endpoint/caller.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import { type AuditActor, actorOf } from './audit-actor.ts';
import { type AuditedRequest, auditPart } from './audit-item.ts';

/** The actor of a change of keys or owners, and the request. */
export interface ChangeAuthor {
  readonly actor: AuditActor;
  readonly request?: AuditedRequest;
}

/** Makes the parts of transactions that add changes to the audit log. */
export class AuditJournal {
  readonly #audit: Table<'audit'>;

  constructor({ audit }: Tables<'audit'>) {
    this.#audit = audit;
  }

  entry(
    action: string,
    ownerId: string,
    resource: Readonly<Record<string, string>>,
    { actor, request }: ChangeAuthor,
    now: Date,
  ): Part {
    const entry = { ownerId, actor, action, occurredAt: now, outcome: 'success', resource, request } as const;
    return auditPart(entry, this.#audit);
  }
}

/** The caller of a request that succeeds with the transaction of its change. */
export function authorOf(caller: Parameters<typeof actorOf>[0], request: RequestOrigin): ChangeAuthor {
  return { actor: actorOf(caller), request: successOf(request) };
}

/** A person who signed in, in the log of an owner. */
export function personAuthor(
  { id, name, email }: Pick<SignedIn, 'id' | 'name' | 'email'>,
  ownerId: string,
  request: RequestOrigin,
): ChangeAuthor {
  return { actor: { type: 'person', ownerId, person: { id, name, email } }, request: successOf(request) };
}

function successOf({ requestId, sourceIp, userAgent, endpoint }: RequestOrigin): AuditedRequest {
  const success = endpoint && { method: endpoint.method, path: endpoint.path, status: endpoint.success.status };
  return { requestId, sourceIp, userAgent, ...success };
}
