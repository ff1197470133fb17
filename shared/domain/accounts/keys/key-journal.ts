import type { Caller, RequestOrigin } from '../../../contract/endpoint/caller.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import { type AuditActor, type AuditedRequest, auditPart } from '../audit/audit-item.ts';
import { outboxPart } from '../outbox/outbox.ts';
import { type KeyRecord, keyView } from './key-record.ts';

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

/** Also adds changes of keys to the outbox. */
export class KeyJournal extends AuditJournal {
  readonly #events: Table<'integratorEvents'>;

  constructor(tables: Tables<'audit' | 'integratorEvents'>) {
    super(tables);
    this.#events = tables.integratorEvents;
  }

  keyEvent(
    change: 'created' | 'rotated' | 'revoked',
    record: KeyRecord,
    author: ChangeAuthor,
    now: Date,
  ): readonly Part[] {
    const { key_id: keyId, owner_id: ownerId } = record;
    const { name, last4, scopes, expires_at, not_before, rotated_from, rotated_to } = keyView(record);
    const event = outboxPart(
      {
        ownerId,
        type: `key.${change}`,
        objectId: keyId,
        id: `${keyId}/${change}`,
        occurredAt: timestamp(now),
        data: { id: keyId, name, last4, scopes, not_before, expires_at, rotated_from, rotated_to },
      },
      this.#events,
    );
    return [this.entry(`key.${change}`, ownerId, { key_id: keyId }, author, now), event];
  }
}

/** The caller of a request that succeeds with the transaction of its change. */
export function authorOf(
  { ownerId, keyId, keyName }: Pick<Caller, 'ownerId' | 'keyId' | 'keyName'>,
  request: RequestOrigin,
): ChangeAuthor {
  const { requestId, sourceIp, userAgent, endpoint } = request;
  const success = endpoint && { method: endpoint.method, path: endpoint.path, status: endpoint.success.status };
  return { actor: { type: 'key', ownerId, keyId, keyName }, request: { requestId, sourceIp, userAgent, ...success } };
}
