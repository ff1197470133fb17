import type { AuditEntry } from '../../../shared/domain/accounts/audit/audit-item.ts';
import type { AuditLog } from '../../../shared/domain/accounts/audit/audit-log.ts';

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
