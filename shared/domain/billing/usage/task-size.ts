import * as z from 'zod';
import { Architecture } from '../../../contract/shapes/enums.ts';

/** A share of a machine: 1024 CPU units are one vCPU. */
export const Size = z.object({ cpu_units: z.int(), memory_megabytes: z.int() });
export type Size = Readonly<z.infer<typeof Size>>;

export function isSameSize(one: Size, other: Size): boolean {
  return one.cpu_units === other.cpu_units && one.memory_megabytes === other.memory_megabytes;
}

/** The size of a task, which its price depends on. */
export const TaskSize = Size.extend({ architecture: Architecture });
export type TaskSize = z.infer<typeof TaskSize>;
