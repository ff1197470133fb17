import { documents } from '../aws/documents.ts';
import { optionalEnv } from '../env.ts';
import { embeddedMetric } from '../metrics.ts';
import { type AuditEntry, writeAudit } from './audit-item.ts';

/** Where what callers do is written down. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  /** Tells operators that an entry is missing. */
  lost(): void;
}

/** The log in DynamoDB. The bundles of functions that write no entries leave it out, and with it the client of the database (`infra/bundling/plugins.ts`). */
export function auditLog(): AuditLog {
  return {
    add: (entry) => writeAudit(documents(), entry),
    // What fails already must not fail for want of a name.
    lost: () => embeddedMetric(optionalEnv('DEPLOYMENT') ?? 'unnamed')('AuditEntriesLost', 1, 'Count'),
  };
}
