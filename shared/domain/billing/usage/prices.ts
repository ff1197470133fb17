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

/** The Regions of the United States that have the prices of us-east-1 for all that is counted. */
const asInVirginia = ['us-east-1', 'us-east-2', 'us-west-2'];

/**
 * From the public price pages of AWS: Fargate for Linux, public IPv4 addresses of Amazon VPC, EBS (gp3 and standard
 * snapshots), API Gateway (REST, first tier). To be compared with the AWS price list before money depends on it.
 */
const virginia: readonly PriceTable[] = [
  {
    effectiveFrom: '2020-01-01T00:00:00.000Z',
    readOn: '2026-11-22',
    source: 'Public price pages of AWS Fargate, Amazon VPC, Amazon EBS and Amazon API Gateway (REST, first tier).',
    prices: {
      vcpuHour: { X86_64: 40_480_000, ARM64: 32_380_000 },
      memoryGigabyteHour: { X86_64: 4_445_000, ARM64: 3_560_000 },
      publicIpv4Hour: 5_000_000,
      runningGigabyteMonth: 80_000_000,
      pausedGigabyteMonth: 50_000_000,
      apiCall: 3_500,
    },
  },
];

/**
 * Price tables by Region, oldest first. A table never changes once it was in force, as usage is priced by the table of
 * its time: a new price is a further table. A Region is listed when each of its prices was read, and not before.
 */
export const priceTables: Readonly<Record<string, readonly PriceTable[]>> = Object.fromEntries(
  asInVirginia.map((region) => [region, virginia]),
);

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
