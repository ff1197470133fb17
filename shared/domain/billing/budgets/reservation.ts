import { type Prices, priceTables, tableAt } from '../usage/prices.ts';
import type { TaskSize } from '../usage/task-size.ts';

/** Seconds that each start reserves: longer than a start and several runs of the sweep take. */
export const RESERVED_SECONDS = 300;

/**
 * The reservation in millionths of a US dollar, at the highest price on the list, so that it is too small in no Region.
 * The next settlement replaces it with the ledger's sum at the prices of the service's own Region.
 */
export function reservedFor(size: TaskSize, now: Date): number {
  const time = now.toISOString();
  const anHour = Object.values(priceTables).map((tables) => hourOf(size, tableAt(tables, time).prices));
  return Math.ceil((Math.max(...anHour) * RESERVED_SECONDS) / 3600 / 1000);
}

/** The hourly price of a task and its address, in billionths of a US dollar. */
function hourOf({ cpu_units: cpu, memory_megabytes: memory, architecture }: TaskSize, prices: Prices): number {
  const { vcpuHour, memoryGigabyteHour, publicIpv4Hour } = prices;
  // On demand, as a start on Spot can become one.
  const [vcpu, gigabyte] = [vcpuHour.on_demand[architecture], memoryGigabyteHour.on_demand[architecture]];
  const compute = (cpu / 1024) * vcpu + (memory / 1024) * gigabyte;
  return compute + publicIpv4Hour;
}
