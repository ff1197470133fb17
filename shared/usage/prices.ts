/**
 * What AWS asks for what sandboxes use, in billionths of a US dollar. `runningGigabyteMonth`: a gp3 volume of the size of the workspace; `pausedGigabyteMonth`: a
 * snapshot. A month of storage is 30 days, as EBS counts.
 */
export interface Prices {
  readonly vcpuHour: Readonly<Record<'X86_64' | 'ARM64', number>>;
  readonly memoryGigabyteHour: Readonly<Record<'X86_64' | 'ARM64', number>>;
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

/** The Region whose prices stand for those that have no table of their own. */
export const DEFAULT_REGION = 'us-east-1';

/**
 * The price tables of each Region, the oldest first. A price that changes gets a new table here; a table that was in force is never changed, as what was used is
 * priced by the table of its time.
 */
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
