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
