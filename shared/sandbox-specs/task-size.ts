import * as z from 'zod';

/** What a task has of a machine: 1024 CPU units are one vCPU. */
export const TaskSize = z.object({
  cpu_units: z.int(),
  memory_megabytes: z.int(),
  architecture: z.enum(['X86_64', 'ARM64']),
});
export type TaskSize = z.infer<typeof TaskSize>;
