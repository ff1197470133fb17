import type { Architecture } from '../../../contract/shapes/enums.ts';
import { priceTables } from './price-list.ts';

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

/** The prices of a service, and whose they are. */
export interface PriceList {
  /** The Region whose prices these are. */
  readonly region: string;
  /** Where the service runs: another Region when that one is not on the list; null when unknown. */
  readonly serviceRegion: string | null;
  /** Oldest first, one at least. */
  readonly tables: readonly PriceTable[];
}

/** The Region whose prices apply to Regions without a table. */
const DEFAULT_REGION = 'us-east-1';

/** The prices for a service in this Region. */
export function pricesOf(serviceRegion: string | undefined): PriceList {
  const region =
    serviceRegion !== undefined && Object.hasOwn(priceTables, serviceRegion) ? serviceRegion : DEFAULT_REGION;
  return { region, serviceRegion: serviceRegion ?? null, tables: priceTables[region] ?? [] };
}

/** The table in force at a time; before the first one, that one. @throws when there is none at all. */
export function tableAt(tables: readonly PriceTable[], time: string): PriceTable {
  const table = tables.findLast(({ effectiveFrom }) => effectiveFrom <= time) ?? tables[0];
  if (!table) throw new Error('there is no price table');
  return table;
}
