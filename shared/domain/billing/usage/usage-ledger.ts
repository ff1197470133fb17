import type { Span } from './slices.ts';
import type { UsageRow } from './usage-row.ts';

/** Limits of one usage request. */
export const ledgerLimits = {
  /** The longest span, in days. */
  days: 92,
  /** Intervals read. */
  rows: 50_000,
  /** Groups, or splits of all groups together, in one report. */
  groups: 10_000,
  /** API keys of an owner whose calls are counted. */
  keys: 500,
  /** Lineages whose sums of a month fit in one row. With more, each settlement reads the whole ledger. */
  lineagesInSums: 2_000,
} as const;

/** A request would have to read more of the ledger than it can. The message is public. */
export class TooMuchUsageError extends Error {
  override readonly name = 'TooMuchUsageError';
}

/** Ended and open intervals of owners. */
export interface UsageLedger {
  /**
   * Every interval that overlaps the span; open intervals last until now.
   *
   * @param most the maximum number of ended, and of open, intervals
   * @throws TooMuchUsageError when there are more
   */
  intervals(ownerId: string, span: Span, now: Date, most?: number): Promise<readonly UsageRow[]>;
  /**
   * Open intervals, up to now. An interval that ends afterwards is also among the ended ones.
   *
   * @throws TooMuchUsageError when there are more than one request can read
   */
  open(ownerId: string, now: Date): Promise<readonly UsageRow[]>;
  /**
   * Pages of ended intervals, in the order of their ends (`endedSort`).
   *
   * @param after a time, or the sort key of an interval
   * @param startedBefore leaves out intervals that began later
   */
  ended(ownerId: string, after: string, startedBefore: string): AsyncIterable<readonly UsageRow[]>;
  /** Every interval of one sandbox. @param open the open intervals from its row, if known */
  ofSandbox(ownerId: string, sandboxId: string, open: readonly UsageRow[]): Promise<readonly UsageRow[]>;
}

/** Ledger entries, for the comparison with ECS. */
export interface UsageEntries {
  find(ownerId: string, usageKey: string): Promise<UsageRow | undefined>;
  put(row: UsageRow): Promise<void>;
}

/** Usage in a span of time. */
export interface UsedSoFar {
  /** The cost in millionths of a US dollar. */
  readonly microUsd: number;
  /** The part of it that calls of models have cost. */
  readonly modelMicroUsd: number;
  /** The total running time of sandboxes, in seconds. */
  readonly sandboxSeconds: number;
}

/** An owner's usage in a month, in total and by lineage. A lineage includes the lineages within it. */
export interface MonthToDate extends UsedSoFar {
  readonly byLineage: ReadonlyMap<string, UsedSoFar>;
}

export interface UsageReader {
  /** An owner's usage in a month (UTC) such as `2026-11`, with open intervals up to `now`. */
  monthToDate(ownerId: string, month: string, now: Date): Promise<MonthToDate>;
}
