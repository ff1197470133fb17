import type { Architecture } from '../../../contract/shapes/enums.ts';

/** AWS prices in billionths of a US dollar. Storage is a gp3 volume (running) or snapshot (paused), for 30 days. */
export interface Prices {
  readonly vcpuHour: Readonly<Record<Architecture, number>>;
  readonly memoryGigabyteHour: Readonly<Record<Architecture, number>>;
  readonly runningGigabyteMonth: number;
  readonly pausedGigabyteMonth: number;
  readonly apiCall: number;
}

export interface PriceTable {
  /** From this moment on, until the next table of its Region: ISO 8601 in UTC with milliseconds. */
  readonly effectiveFrom: string;
  readonly prices: Prices;
  /** Where the prices were read, and when. */
  readonly source: string;
}

/** The Region whose prices apply to Regions without a table. */
const DEFAULT_REGION = 'us-east-1';

/** Price tables by Region, oldest first. A table never changes: usage is priced by the table of its time. */
export const priceTables: Readonly<Record<string, readonly PriceTable[]>> = {
  'us-east-1': [
    {
      effectiveFrom: '2020-01-01T00:00:00.000Z',
      source:
        'Public price pages of AWS Fargate, Amazon EBS and Amazon API Gateway (REST, first tier), read in November 2026.',
      prices: {
        vcpuHour: { X86_64: 40_480_000, ARM64: 32_380_000 },
        memoryGigabyteHour: { X86_64: 4_445_000, ARM64: 3_560_000 },
        runningGigabyteMonth: 80_000_000,
        pausedGigabyteMonth: 50_000_000,
        apiCall: 3_500,
      },
    },
  ],
};

/** The tables of a Region. */
export function tablesOf(region: string | undefined): readonly PriceTable[] {
  return priceTables[region ?? DEFAULT_REGION] ?? priceTables[DEFAULT_REGION] ?? [];
}

/** The table in force at a time; before the first one, that one. @throws when there is none at all. */
export function tableAt(tables: readonly PriceTable[], time: string): PriceTable {
  const table = tables.findLast(({ effectiveFrom }) => effectiveFrom <= time) ?? tables[0];
  if (!table) throw new Error('there is no price table');
  return table;
}
