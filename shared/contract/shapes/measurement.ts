import * as z from 'zod';
import { Timestamp } from './fields.ts';

const bytes = (description: string) => z.number().nonnegative().nullable().meta({ description });

/** What a sandbox used. Names of values end with their units. */
export const Measurement = z
  .object({
    time: Timestamp,
    generation: z.int(),
    cpu_percent: z.number().nonnegative().nullable().meta({
      description:
        'The CPU time since the previous measurement, where 100 means one vCPU. Null for the first one of a run.',
    }),
    vcpu: z.number().positive().nullable().meta({ description: 'The vCPUs of the sandbox.' }),
    memory_used_bytes: bytes('The memory in use, without the cache of files that the system can drop.'),
    memory_total_bytes: bytes('The memory of the sandbox.'),
    disk_used_bytes: bytes('The used space of the workspace.'),
    disk_total_bytes: bytes('The size of the workspace. Null where the workspace is a folder without a limit.'),
    network_received_bytes: bytes('Bytes received since the previous measurement.'),
    network_sent_bytes: bytes('Bytes sent since the previous measurement.'),
  })
  .meta({ id: 'Measurement' });
export type Measurement = z.infer<typeof Measurement>;
