import type { Span } from './slices.ts';
import type { UsageRow } from './usage-row.ts';

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

/** More of the ledger would have to be read than one request may. The message is public. */
export class TooMuchUsageError extends Error {
  override readonly name = 'TooMuchUsageError';
}

/** The intervals of owners, ended and open. */
export interface UsageLedger {
  /**
   * Every interval of which a part lies in the span, open ones up to now.
   *
   * @param most how many ended and how many open intervals may be read
   * @throws TooMuchUsageError when there are more.
   */
  intervals(ownerId: string, span: Span, now: Date, most?: number): Promise<readonly UsageRow[]>;
  /**
   * What goes on, up to now. An interval that ends afterwards is among the ended ones too.
   *
   * @throws TooMuchUsageError when there is more than one request may read.
   */
  open(ownerId: string, now: Date): Promise<readonly UsageRow[]>;
  /**
   * Pages of the intervals that ended, in the order of their ends (`endedSort`).
   *
   * @param after a time, or the sort key of an interval
   * @param startedBefore leaves out intervals that began later
   */
  ended(ownerId: string, after: string, startedBefore: string): AsyncIterable<readonly UsageRow[]>;
  /** Every interval of one sandbox. @param open its open intervals, by its row, if it is known */
  ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]>;
}

/** The ledger's entries, for the comparison with ECS. */
export interface UsageEntries {
  find(ownerId: string, usageKey: string): Promise<UsageRow | undefined>;
  put(row: UsageRow): Promise<void>;
}

/** Usage in a span of time. */
export interface UsedSoFar {
  /** The cost by the price table, in millionths of a US dollar. */
  readonly microUsd: number;
  /** For how long sandboxes ran, all together, in seconds. */
  readonly sandboxSeconds: number;
}

/** An owner's usage in a month, in total and by lineage of the starting key, each with the lineages within it. */
export interface MonthToDate extends UsedSoFar {
  readonly byLineage: ReadonlyMap<string, UsedSoFar>;
}

export interface UsageReader {
  /** An owner's usage in a month (UTC) such as `2026-11`, with open intervals up to `now`. */
  monthToDate(ownerId: string, month: string, now: Date): Promise<MonthToDate>;
}
