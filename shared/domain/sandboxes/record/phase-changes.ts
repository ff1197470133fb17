import type { Phase } from './phases.ts';

/** A change of phase that can happen. `label`: a few words for the diagram. */
export interface PhaseChange {
  readonly from: Phase;
  readonly to: Phase;
  readonly label: string;
  readonly when: string;
}

const changes: readonly (readonly [from: Phase, to: Phase, label: string, when: string])[] = [
  [
    'PENDING',
    'PROVISIONING',
    'ECS accepts',
    'ECS accepted the task, or the task of a call with a lost response was found.',
  ],
  ['PENDING', 'PAUSED', 'paused', 'It was paused before there was a task.'],
  [
    'PENDING',
    'ERROR',
    'refused',
    'AWS refused the task permanently or for longer than the limit, or the saved workspace is gone, or the spec no longer has a disk for it.',
  ],
  ['PROVISIONING', 'BOOTING', 'task runs', 'The task runs and has its disk.'],
  [
    'PROVISIONING',
    'STOPPING',
    'paused, too late',
    'It was paused, or the task did not start within the limit, or ECS no longer knows it.',
  ],
  ['PROVISIONING', 'PAUSED', 'task ends', 'The task ended before it ran: the sandbox was paused, or restarts at once.'],
  [
    'PROVISIONING',
    'ERROR',
    'task fails',
    'The task ended before it ran, and would fail again or has failed too often.',
  ],
  ['BOOTING', 'RUNNING', 'agent responds', 'The agent responds at its exposed URL and has its keys.'],
  [
    'BOOTING',
    'STOPPING',
    'paused, too late',
    'It was paused, or the agent was not ready within the limit, or ECS no longer knows the task.',
  ],
  [
    'BOOTING',
    'SAVING',
    'task ends',
    'The task ended while its agent, which had restarted, was getting its keys again.',
  ],
  [
    'BOOTING',
    'PAUSED',
    'task ends',
    'The task ended before its agent was ever ready: the sandbox was paused, or restarts at once.',
  ],
  [
    'BOOTING',
    'ERROR',
    'task fails',
    'The task ended before its agent was ever ready, and would fail again or has failed too often.',
  ],
  [
    'RUNNING',
    'BOOTING',
    'agent restarts',
    'The process of the agent restarted inside its task and waits for its keys.',
  ],
  [
    'RUNNING',
    'STOPPING',
    'paused, idle, too long',
    'It was paused, is idle, or reached its maximum running time; or its agent stopped responding, AWS announced the end of its task, or ECS no longer knows the task.',
  ],
  [
    'RUNNING',
    'SAVING',
    'task ends',
    'The task ended unrequested: the agent exited, memory ran out, AWS took the machine back.',
  ],
  [
    'RUNNING',
    'PAUSED',
    'task ends',
    'The task ended, and its spec has no disk to save: the sandbox was paused, or restarts at once.',
  ],
  [
    'RUNNING',
    'ERROR',
    'task fails',
    'The task ended, its spec has no disk to save, and it would fail again or has failed too often.',
  ],
  ['STOPPING', 'SAVING', 'task stopped', 'The task stopped, and its disk must be saved.'],
  ['STOPPING', 'PAUSED', 'task stopped', 'The task stopped, and no agent ever had its disk.'],
  ['STOPPING', 'ERROR', 'task stopped', 'The task of a failed start stopped, and no agent ever had its disk.'],
  ['SAVING', 'PAUSED', 'saved', 'The snapshot is complete.'],
  [
    'SAVING',
    'ERROR',
    'not saved, failed',
    'The snapshot is complete and the sandbox had failed; or the workspace could not be saved, and its disk is kept; or the disk is gone.',
  ],
  [
    'PAUSED',
    'PENDING',
    'resumed',
    'It was resumed, or the service starts it again after an unrequested end. A new generation begins.',
  ],
  ['PAUSED', 'ERROR', 'snapshot gone', 'EC2 no longer knows its snapshot.'],
  ['PAUSED', 'EXPIRED', 'time over', 'It was not resumed within its retention time.'],
  ['ERROR', 'PENDING', 'resumed', 'It was resumed. A new generation begins.'],
  ['ERROR', 'SAVING', 'resumed, unsaved', 'It was resumed before its disk was saved: the save comes first.'],
  ['ERROR', 'PAUSED', 'snapshot back', 'The missing snapshot exists again.'],
  ['ERROR', 'EXPIRED', 'time over', 'It was not resumed within its retention time.'],
  ['PENDING', 'DELETING', 'deleted', 'It was deleted.'],
  ['PROVISIONING', 'DELETING', 'deleted', 'It was deleted.'],
  ['BOOTING', 'DELETING', 'deleted', 'It was deleted.'],
  ['RUNNING', 'DELETING', 'deleted', 'It was deleted.'],
  ['STOPPING', 'DELETING', 'deleted', 'It was deleted.'],
  ['SAVING', 'DELETING', 'deleted', 'It was deleted.'],
  ['PAUSED', 'DELETING', 'deleted', 'It was deleted.'],
  ['ERROR', 'DELETING', 'deleted', 'It was deleted.'],
  ['EXPIRED', 'DELETING', 'deleted', 'It was deleted.'],
  [
    'DELETING',
    'DELETED',
    'all confirmed',
    'AWS confirmed that task, volumes and snapshots are gone. The receipt is left.',
  ],
  ['DELETED', 'PENDING', 'id used again', 'A new sandbox was started with the same id. It replaces the receipt.'],
  ['DELETED', 'BOOTING', 'id used again, warm', 'The same, and the new sandbox claimed a task of the warm pool.'],
  ['BOOTING', 'DELETED', 'warm task claimed', 'A new sandbox claimed this task of the warm pool.'],
];

/** Every change of phase, for the documentation. A test compares the list with the code. */
export const phaseChanges: readonly PhaseChange[] = changes.map(([from, to, label, when]) => ({
  from,
  to,
  label,
  when,
}));
