import { needsOf } from '../../../infra/api/open-api.ts';
import { unitPrices } from '../../../infra/docs/cost/unit-prices.ts';
import { durationMs } from '../concurrency/duration.ts';
import type { BatchCost } from './measure-ingest.ts';

/** Of the functions of the webhook, whose contract states no needs. */
export const MEMORY_MEGABYTES = needsOf({}).memoryMegabytes;

/** What the sandbox and the conversation are read by. */
const READ_UNITS = 2;

/** What 1,000 events cost in US dollars. Nothing is free in it, and what is stored is not in it. */
export function usdOf1000({ size, cpuMs, calls, writeUnits }: BatchCost): number {
  const requests = 1_000 / size;
  const seconds = requestMs({ cpuMs, calls }) / 1_000;
  const gigabytes = MEMORY_MEGABYTES / 1_024;
  return (
    requests *
    (unitPrices.apiCall.usd +
      unitPrices.lambdaRequest.usd +
      seconds * gigabytes * unitPrices.lambdaGigabyteSecond.usd +
      READ_UNITS * unitPrices.tableRead.usd +
      writeUnits * unitPrices.tableWrite.usd)
  );
}

/** How long a request holds its function: two reads, the transactions of the events, and the update of the row. */
export function requestMs({ cpuMs, calls }: Pick<BatchCost, 'cpuMs' | 'calls'>): number {
  const transactions = Array.from({ length: Math.max(1, Math.round(calls) - 3) }, () => 'transaction' as const);
  return durationMs({
    memoryMegabytes: MEMORY_MEGABYTES,
    cpuMs,
    roundTrips: ['read', 'read', ...transactions, 'write'],
  });
}
