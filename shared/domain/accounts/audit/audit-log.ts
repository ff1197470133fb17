import { documents } from '../../../platform/aws/documents.ts';
import { optionalEnv } from '../../../platform/env.ts';
import { embeddedMetric } from '../../../platform/metrics.ts';
import { type AuditEntry, writeAudit } from './audit-item.ts';

/** The log of changes by callers. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  /** Counts a missing entry as a metric. */
  lost(): void;
}

/** The log in DynamoDB. Bundles of functions that write no entries leave it out (`infra/bundling/plugins.ts`). */
export function auditLog(): AuditLog {
  return {
    add: (entry) => writeAudit(documents(), entry),
    // Must not throw when the variable is missing: an entry is already lost.
    lost: () => embeddedMetric(optionalEnv('DEPLOYMENT') ?? 'unnamed')('RecordsDamaged', 1, 'Count'),
  };
}
