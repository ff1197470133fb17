import type { Table } from '../../../rights/statement.ts';
export interface SandboxTables {
  readonly sandboxes: Table<'sandboxes'>;
  /** Only callers that change whether a sandbox counts need it: such a write by any other caller fails. */
  readonly owners?: Table<'owners'>;
  /** The usage ledger. Only functions that move a sandbox through its phases end an interval, and need it. */
  readonly usage?: Table<'usage'>;
  /** Where its late entries are counted; needed with `usage`. */
  readonly usageSums?: Table<'usageSums'>;
}
