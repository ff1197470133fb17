import type { TaskSize } from '../../sandbox-specs/task-size.ts';
import { tableAt, tablesOf } from '../usage/prices.ts';

/** Seconds that each start reserves: longer than a start takes, and some runs of the sweep. */
export const RESERVED_SECONDS = 300;

/** The reservation in millionths of a US dollar. One Region's prices are accurate enough until the next settlement. */
export function reservedFor({ cpu_units: cpu, memory_megabytes: memory, architecture }: TaskSize, now: Date): number {
  const { vcpuHour, memoryGigabyteHour } = tableAt(tablesOf(undefined), now.toISOString()).prices;
  const billionthsAnHour = (cpu / 1024) * vcpuHour[architecture] + (memory / 1024) * memoryGigabyteHour[architecture];
  return Math.ceil((billionthsAnHour * RESERVED_SECONDS) / 3600 / 1000);
}
