import type { TaskSize } from '../sandbox-specs/task-size.ts';

/**
 * What each start and resume sets aside of a month's budgets, in seconds of its sandbox. It keeps starts at the same moment from counting on the same rest of a
 * budget, and covers what the ledger has not seen yet: longer than a start takes, and some runs of the sweep.
 */
export const QUANTUM_SECONDS = 300;

/** About what a vCPU and a GiB cost, in millionths of a US dollar an hour. What is set aside is given back for what the ledger has, so no more than that is needed. */
const HOURLY = { vcpu: 40_480, gibibyte: 4_445 };

/** The same in millionths of a US dollar. */
export function reservedFor({ cpu_units: cpu, memory_megabytes: memory }: TaskSize): number {
  const hourly = (cpu / 1024) * HOURLY.vcpu + (memory / 1024) * HOURLY.gibibyte;
  return Math.ceil((hourly * QUANTUM_SECONDS) / 3600);
}
