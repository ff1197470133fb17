import { type AuditActor, type AuditedRequest, auditItem } from '../audit/audit-item.ts';
import type { Part, TransactItem } from '../aws/transact.ts';
import { timestamp } from '../clock.ts';
import type { Caller, RequestContext } from '../http/endpoint.ts';
import { outboxItem } from '../integrator-events/outbox.ts';
import type { KeyRecord } from './key-record.ts';
import { keyView } from './key-view.ts';

/** Who changes keys or owners, and by which request. */
export interface Doer {
  readonly actor: AuditActor;
  readonly request?: AuditedRequest;
}

export interface JournalTables {
  readonly audit: string;
  readonly integratorEvents: string;
}

/** What happens to a key is in the audit log and told to integrators, in the transaction that does it. */
export class KeyJournal {
  readonly #tables: JournalTables;

  constructor(tables: JournalTables) {
    this.#tables = tables;
  }

  keyEvent(change: 'created' | 'rotated' | 'revoked', record: KeyRecord, doer: Doer, now: Date): readonly Part[] {
    const { key_id: keyId, owner_id: ownerId } = record;
    const { name, last4, scopes, expires_at, not_before, rotated_from, rotated_to } = keyView(record);
    const event = outboxItem(
      {
        ownerId,
        type: `key.${change}`,
        objectId: keyId,
        id: `${keyId}/${change}`,
        occurredAt: timestamp(now),
        data: { id: keyId, name, last4, scopes, not_before, expires_at, rotated_from, rotated_to },
      },
      this.#tables.integratorEvents,
    );
    return [this.entry(`key.${change}`, ownerId, { key_id: keyId }, doer, now), certain(event)];
  }

  entry(
    action: string,
    ownerId: string,
    resource: Readonly<Record<string, string>>,
    { actor, request }: Doer,
    now: Date,
  ): Part {
    const entry = { ownerId, actor, action, occurredAt: now, outcome: 'success', resource, request } as const;
    return certain(auditItem(entry, this.#tables.audit));
  }
}

/** The caller of a request. */
export function doerOf(
  { ownerId, keyId, keyName }: Pick<Caller, 'ownerId' | 'keyId' | 'keyName'>,
  request: RequestContext,
): Doer {
  const { requestId, sourceIp, userAgent } = request;
  return { actor: { type: 'key', ownerId, keyId, keyName }, request: { requestId, sourceIp, userAgent } };
}

/** A part that loses no race: its row has an id of its own, or no condition. */
function certain(item: TransactItem): Part {
  return { item, lost: () => new Error('an entry of the journal met one with its id') };
}
