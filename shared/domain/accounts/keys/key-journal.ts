import type { Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Table, Tables } from '../../../rights/statement.ts';
import { AuditJournal, type ChangeAuthor } from '../audit/audit-journal.ts';
import { outboxPart } from '../outbox/outbox.ts';
import { type KeyRecord, keyView } from './key-record.ts';

/** Also adds changes of keys to the outbox. */
export class KeyJournal extends AuditJournal {
  readonly #events: Table<'integratorEvents'>;

  constructor(tables: Tables<'audit' | 'integratorEvents'>) {
    super(tables);
    this.#events = tables.integratorEvents;
  }

  /** @param suspension null when it ends */
  suspensionEvent(
    ownerId: string,
    suspension: { readonly at: string; readonly reason: string | null } | null,
    author: ChangeAuthor,
    now: Date,
  ): readonly Part[] {
    const type = suspension ? ('owner.suspended' as const) : ('owner.resumed' as const);
    const occurredAt = timestamp(now);
    const data = { reason: suspension?.reason ?? null, since: suspension?.at ?? null };
    const event = { ownerId, type, objectId: 'owner', id: `${type}/${occurredAt}`, occurredAt, data };
    return [this.entry(type, ownerId, { owner_id: ownerId }, author, now), outboxPart(event, this.#events)];
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
