import { priceTables } from './price-list.ts';
import type { PriceTable } from './price-table.ts';

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
