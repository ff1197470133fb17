import type { AuditEntry } from './audit-item.ts';
import { type AuditLog, auditLog } from './audit-log.ts';

/** The log of an endpoint whose transaction writes the entry of a change (`AuditJournal`): it gets no second one. */
export function journaledAuditLog(make: () => AuditLog = auditLog): AuditLog {
  const log = make();
  return {
    add: async (entry) => (isJournaled(entry) ? undefined : log.add(entry)),
    lost: () => log.lost(),
  };
}

/** The journal is the log of the changed owner. The log of an administrator of another owner has the request. */
function isJournaled({ outcome, ownerId, resource }: AuditEntry): boolean {
  return outcome === 'success' && (resource.owner_id ?? ownerId) === ownerId;
}
