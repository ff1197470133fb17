/** Millionths of a US dollar as dollars: at most six decimals. */
export function usdOf(microUsd: number): number {
  return Math.round(microUsd) / 1_000_000;
}

/** The same as a text with all six decimals. */
export function usdText(microUsd: number): string {
  return `${Math.floor(microUsd / 1_000_000)}.${String(microUsd % 1_000_000).padStart(6, '0')}`;
}

/** Seconds as hours: at most four decimals, which is less than a second. */
export function hoursOf(seconds: number): number {
  return Math.round((seconds / 3600) * 10_000) / 10_000;
}
