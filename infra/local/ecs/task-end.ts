import type { StopCode } from './task-record.ts';

/** How a task ends without StopTask. */
export type TaskEnd = 'retirement' | 'spot-interruption' | 'host-failure' | 'out-of-memory' | 'agent-crash';

/** An end that AWS decides on: the task gets the signal to stop, or, with its host, is gone at once. */
export interface Notice {
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

/** What ECS says of a container whose process was killed for its memory. */
export const outOfMemory = 'OutOfMemoryError: Container killed due to memory usage';
