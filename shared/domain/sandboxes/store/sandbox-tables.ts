export interface SandboxTables {
  readonly sandboxes: string;
  /** Only callers that change whether a sandbox counts need it: such a write by any other caller fails. */
  readonly owners?: string;
  /** The usage ledger. Only functions that move a sandbox through its phases end an interval, and need it. */
  readonly usage?: string;
  /** Where its late entries are counted; needed with `usage`. */
  readonly usageSums?: string;
}
