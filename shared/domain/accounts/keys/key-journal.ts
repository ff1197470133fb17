import type { Caller, RequestOrigin } from '../../../contract/endpoint/caller.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { type AuditActor, type AuditedRequest, auditPart } from '../audit/audit-item.ts';
import { outboxPart } from '../outbox/outbox.ts';
import { type KeyRecord, keyView } from './key-record.ts';

/** The actor of a change to keys or owners, and its request. */
export interface ChangeAuthor {
  readonly actor: AuditActor;
  readonly request?: AuditedRequest;
}

export interface JournalTables {
  readonly audit: string;
  /** Only callers of `keyEvent` need it. */
  readonly integratorEvents?: string;
}

/** Writes the changes of a key to the audit log and to the outbox, in the transaction of the change. */
export class KeyJournal {
  readonly #tables: JournalTables;

  constructor(tables: JournalTables) {
    this.#tables = tables;
  }

  keyEvent(
    change: 'created' | 'rotated' | 'revoked',
    record: KeyRecord,
    author: ChangeAuthor,
    now: Date,
  ): readonly Part[] {
    const { integratorEvents } = this.#tables;
    if (integratorEvents === undefined) throw new Error('an event of a key needs the table of events');
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
      integratorEvents,
    );
    return [this.entry(`key.${change}`, ownerId, { key_id: keyId }, author, now), event];
  }

  entry(
    action: string,
    ownerId: string,
    resource: Readonly<Record<string, string>>,
    { actor, request }: ChangeAuthor,
    now: Date,
  ): Part {
    const entry = { ownerId, actor, action, occurredAt: now, outcome: 'success', resource, request } as const;
    return auditPart(entry, this.#tables.audit);
  }
}

/** The caller of a request. */
export function doerOf(
  { ownerId, keyId, keyName }: Pick<Caller, 'ownerId' | 'keyId' | 'keyName'>,
  request: RequestOrigin,
): ChangeAuthor {
  const { requestId, sourceIp, userAgent } = request;
  return { actor: { type: 'key', ownerId, keyId, keyName }, request: { requestId, sourceIp, userAgent } };
}
