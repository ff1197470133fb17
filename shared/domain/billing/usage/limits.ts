/** The limits of one request for usage. */
export const ledgerLimits = {
  /** The longest span, in days. */
  days: 92,
  /** Intervals. */
  rows: 50_000,
  /** Groups of one answer, or splits of them all. */
  groups: 10_000,
  /** API keys of an owner whose calls are counted. */
  keys: 500,
  /** Lineages whose sums of a month are kept in one row; of more, each settlement reads the whole ledger. */
  lineagesInSums: 2_000,
} as const;
