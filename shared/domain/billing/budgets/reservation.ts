import { type Prices, priceTables, tableAt } from '../usage/prices.ts';
import type { TaskSize } from '../usage/task-size.ts';

/** Seconds that each start reserves: longer than a start takes, and some runs of the sweep. */
export const RESERVED_SECONDS = 300;

/**
 * The reservation in millionths of a US dollar: by the dearest Region on the price list, so that it is nowhere too
 * small. The next settlement replaces it by what the ledger has, at the prices of the service's own Region.
 */
export function reservedFor(size: TaskSize, now: Date): number {
  const time = now.toISOString();
  const anHour = Object.values(priceTables).map((tables) => hourOf(size, tableAt(tables, time).prices));
  return Math.ceil((Math.max(...anHour) * RESERVED_SECONDS) / 3600 / 1000);
}

/** What a task and its address cost in an hour, in billionths of a US dollar. */
function hourOf({ cpu_units: cpu, memory_megabytes: memory, architecture }: TaskSize, prices: Prices): number {
  const { vcpuHour, memoryGigabyteHour, publicIpv4Hour } = prices;
  const compute = (cpu / 1024) * vcpuHour[architecture] + (memory / 1024) * memoryGigabyteHour[architecture];
  return compute + publicIpv4Hour;
}
