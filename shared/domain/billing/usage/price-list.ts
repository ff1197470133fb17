import type { PriceTable } from './price-table.ts';

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
