import { documents } from '../../../platform/aws/documents.ts';
import { optionalEnv } from '../../../platform/env.ts';
import { embeddedMetric } from '../../../platform/metrics.ts';
import { type AuditEntry, writeAudit } from './audit-item.ts';

/** The log of callers' changes. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  /** Raises a metric about a missing entry. */
  lost(): void;
}

/** The log in DynamoDB. Bundles of functions that write no entries leave it out (`infra/bundling/plugins.ts`). */
export function auditLog(): AuditLog {
  return {
    add: (entry) => writeAudit(documents(), entry),
    // A failure path must not fail again for a missing variable.
    lost: () => embeddedMetric(optionalEnv('DEPLOYMENT') ?? 'unnamed')('AuditEntriesLost', 1, 'Count'),
  };
}
