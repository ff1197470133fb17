import type { TaskSize } from '../sandbox-specs/task-size.ts';
import { tableAt, tablesOf } from '../usage/prices.ts';

/**
 * What each start and resume sets aside of a month's budgets, in seconds of its sandbox. It keeps starts at the same moment from counting on the same rest of a
 * budget, and covers what the ledger has not seen yet: longer than a start takes, and some runs of the sweep.
 */
export const QUANTUM_SECONDS = 300;

/** The same in millionths of a US dollar. It is given back for what the ledger has, so the prices of one Region are near enough everywhere. */
export function reservedFor({ cpu_units: cpu, memory_megabytes: memory, architecture }: TaskSize, now: Date): number {
  const { vcpuHour, memoryGigabyteHour } = tableAt(tablesOf(undefined), now.toISOString()).prices;
  const billionthsAnHour = (cpu / 1024) * vcpuHour[architecture] + (memory / 1024) * memoryGigabyteHour[architecture];
  return Math.ceil((billionthsAnHour * QUANTUM_SECONDS) / 3600 / 1000);
}
