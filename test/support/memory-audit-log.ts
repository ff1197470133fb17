import type { AuditEntry } from '../../shared/audit/audit-item.ts';
import type { AuditLog } from '../../shared/audit/audit-log.ts';

/** The audit log in memory. */
export class MemoryAuditLog implements AuditLog {
  readonly entries: AuditEntry[] = [];
  losses = 0;

  async add(entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
  }

  lost(): void {
    this.losses += 1;
  }
}
