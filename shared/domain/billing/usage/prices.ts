import type { Architecture, Capacity } from '../../../contract/shapes/enums.ts';

type ByArchitecture = Readonly<Record<Architecture, number>>;

/** AWS prices in billionths of a US dollar. Storage: a gp3 volume (running) or a snapshot (paused), for 30 days. */
export interface Prices {
  readonly vcpuHour: Readonly<Record<Capacity, ByArchitecture>>;
  readonly memoryGigabyteHour: Readonly<Record<Capacity, ByArchitecture>>;
  readonly publicIpv4Hour: number;
  readonly runningGigabyteMonth: number;
  readonly pausedGigabyteMonth: number;
  /** Once, for a disk that is filled from a snapshot at a rate: the highest price, that of 300 MiB/s. */
  readonly initializedGigabyte: number;
  readonly apiCall: number;
}

export interface PriceTable {
  /** Until the next table of its Region takes effect. ISO 8601 in UTC with milliseconds. */
  readonly effectiveFrom: string;
  readonly prices: Prices;
  /** YYYY-MM-DD. */
  readonly readOn: string;
  readonly source: string;
}

/** The Regions with the same prices as us-east-1. */
const asInVirginia = ['us-east-1', 'us-east-2', 'us-west-2'];

/**
 * From the public AWS price pages: Fargate for Linux, public IPv4 addresses of Amazon VPC, EBS (gp3 and standard
 * snapshots), API Gateway (REST, first tier). Compare them with the AWS price list before you bill by them. The price
 * of Spot follows demand: here it is an estimate, the announced discount of 70 %. Add a table when your bill differs.
 */
const virginia: readonly PriceTable[] = [
  {
    effectiveFrom: '2020-01-01T00:00:00.000Z',
    readOn: '2026-11-22',
    source: 'Public price pages of AWS Fargate, Amazon VPC, Amazon EBS and Amazon API Gateway (REST, first tier).',
    prices: {
      vcpuHour: {
        on_demand: { X86_64: 40_480_000, ARM64: 32_380_000 },
        spot: { X86_64: 12_144_000, ARM64: 9_714_000 },
      },
      memoryGigabyteHour: {
        on_demand: { X86_64: 4_445_000, ARM64: 3_560_000 },
        spot: { X86_64: 1_333_500, ARM64: 1_068_000 },
      },
      publicIpv4Hour: 5_000_000,
      runningGigabyteMonth: 80_000_000,
      pausedGigabyteMonth: 50_000_000,
      initializedGigabyte: 3_600_000,
      apiCall: 3_500,
    },
  },
];

/**
 * Price tables by Region, oldest first. Usage is priced by the table of its time, so never change a table that has
 * taken effect: add a new one. Add a Region only when all of its prices have been looked up.
 */
export const priceTables: Readonly<Record<string, readonly PriceTable[]>> = Object.fromEntries(
  asInVirginia.map((region) => [region, virginia]),
);

/** The prices that a service uses. */
export interface PriceList {
  readonly region: string;
  /** Where the service runs. It differs from `region` when it has no price table; null when unknown. */
  readonly serviceRegion: string | null;
  /** Oldest first; never empty. */
  readonly tables: readonly PriceTable[];
}

/** The Region whose prices apply to Regions without a table. */
const DEFAULT_REGION = 'us-east-1';

export function pricesOf(serviceRegion: string | undefined): PriceList {
  const region =
    serviceRegion !== undefined && Object.hasOwn(priceTables, serviceRegion) ? serviceRegion : DEFAULT_REGION;
  return { region, serviceRegion: serviceRegion ?? null, tables: priceTables[region] ?? [] };
}

/** The table in effect at a time; before the first table, the first one. @throws when there is no table */
export function tableAt(tables: readonly PriceTable[], time: string): PriceTable {
  const table = tables.findLast(({ effectiveFrom }) => effectiveFrom <= time) ?? tables[0];
  if (!table) throw new Error('there is no price table');
  return table;
}
