import * as z from 'zod';
import type { StopCode } from './task-record.ts';

/** How a task ends without StopTask. */
export const TaskEnd = z.enum(['retirement', 'spot-interruption', 'host-failure', 'out-of-memory', 'agent-crash']);
export type TaskEnd = z.infer<typeof TaskEnd>;

/** An end that AWS decides on. The task gets the signal to stop or, when its host fails, ends at once. */
interface Notice {
  readonly stopCode: StopCode;
  readonly stoppedReason: string;
  readonly atOnce: boolean;
}

export const notices: Readonly<Partial<Record<TaskEnd, Notice>>> = {
  retirement: {
    stopCode: 'TerminationNotice',
    stoppedReason: 'ECS is performing maintenance on the underlying infrastructure hosting the task.',
    atOnce: false,
  },
  'spot-interruption': {
    stopCode: 'SpotInterruption',
    stoppedReason: 'Your Spot Task was interrupted.',
    atOnce: false,
  },
  'host-failure': {
    stopCode: 'InfrastructureHealth',
    stoppedReason: 'The task was stopped because the underlying infrastructure failed.',
    atOnce: true,
  },
};

/** ECS's reason for a container that was killed for its memory use. */
export const outOfMemory = 'OutOfMemoryError: Container killed due to memory usage';
