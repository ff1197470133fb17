import type * as z from 'zod';
import type { Resources } from '../../../contract/shapes/resources.ts';
import type { Size } from '../../billing/usage/task-size.ts';
import type { ChosenSize } from '../record/resize.ts';

/** The size of a sandbox as callers read it. */
export function resourcesOf({
  size,
  requested_size: requested,
  workspace_gigabytes: disk,
}: Omit<ChosenSize, 'reserved_micro_usd'>): z.output<typeof Resources> {
  return { ...inWholeUnits(size), disk_gb: disk, requested: requested && inWholeUnits(requested) };
}

/** A request of 0.3 vCPUs is kept as 308 units, and is 0.3 again here. */
function inWholeUnits({ cpu_units: cpu, memory_megabytes: memory }: Size) {
  return { cpu: hundredths(cpu / 1024), memory_gb: hundredths(memory / 1024) };
}

function hundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}
