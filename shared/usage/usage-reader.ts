/** What was used of something in a span of time. */
export interface UsedSoFar {
  /** What it costs by the price table, in millionths of a US dollar. */
  readonly microUsd: number;
  /** For how long sandboxes ran, all together, in seconds. */
  readonly sandboxSeconds: number;
}

/** What an owner used in a month, all of it and by the API key that started or resumed the sandbox. What no key of record started is in the sum alone. */
export interface MonthToDate extends UsedSoFar {
  readonly byKey: ReadonlyMap<string, UsedSoFar>;
}

export interface UsageReader {
  /**
   * What an owner used in a calendar month (UTC), up to `now`. What runs is counted up to now.
   *
   * @param month as `2026-11`
   */
  monthToDate(ownerId: string, month: string, now: Date): Promise<MonthToDate>;
}
