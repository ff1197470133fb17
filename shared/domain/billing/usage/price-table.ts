import type { Architecture } from '../../../contract/shapes/enums.ts';

/** AWS prices in billionths of a US dollar. Storage is a gp3 volume (running) or snapshot (paused), for 30 days. */
export interface Prices {
  readonly vcpuHour: Readonly<Record<Architecture, number>>;
  readonly memoryGigabyteHour: Readonly<Record<Architecture, number>>;
  /** The public address that each task has while it runs. */
  readonly publicIpv4Hour: number;
  readonly runningGigabyteMonth: number;
  readonly pausedGigabyteMonth: number;
  readonly apiCall: number;
}

export interface PriceTable {
  /** From this moment on, until the next table of its Region: ISO 8601 in UTC with milliseconds. */
  readonly effectiveFrom: string;
  readonly prices: Prices;
  /** The day on which the prices were read (YYYY-MM-DD). */
  readonly readOn: string;
  /** Where they were read. */
  readonly source: string;
}
