/** A write that another store adds to its transaction. Ports pass it on; only adapters read it. */
export interface TransactionPart {
  /** The error for a caller whose write lost this race. */
  readonly lost: () => Error;
  /** Called once the transaction is written. */
  readonly written?: () => void;
}
