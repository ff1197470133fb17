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

function inWholeUnits({ cpu_units: cpu, memory_megabytes: memory }: Size) {
  return { cpu: cpu / 1024, memory_gb: memory / 1024 };
}
