import * as z from 'zod';
import { Architecture } from '../../../contract/shapes/enums.ts';

/** A task's share of a machine: 1024 CPU units are one vCPU. */
export const TaskSize = z.object({
  cpu_units: z.int(),
  memory_megabytes: z.int(),
  architecture: Architecture,
});
export type TaskSize = z.infer<typeof TaskSize>;
