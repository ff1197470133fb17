import type { Phase } from './phases.ts';

/** A change of phase that can happen. */
export interface PhaseChange {
  readonly from: Phase;
  readonly to: Phase;
  /** In a few words, for the diagram. */
  readonly label: string;
  readonly when: string;
}

/** Every change of phase, for the documentation. A test compares it with what the code really does. */
export const phaseChanges: readonly PhaseChange[] = [
  {
    from: 'PENDING',
    to: 'PROVISIONING',
    label: 'ECS accepts',
    when: 'ECS accepted the task, or the task of a call with a lost response was found.',
  },
  { from: 'PENDING', to: 'PAUSED', label: 'paused', when: 'It was paused before there was a task.' },
  {
    from: 'PENDING',
    to: 'ERROR',
    label: 'refused',
    when: 'AWS refused the task permanently or for longer than the limit, or the saved workspace is gone, or the spec no longer has a disk for it.',
  },
  {
    from: 'PROVISIONING',
    to: 'BOOTING',
    label: 'task runs',
    when: 'The task runs and has its disk.',
  },
  {
    from: 'PROVISIONING',
    to: 'STOPPING',
    label: 'paused, too late',
    when: 'It was paused, or the task did not start within the limit, or ECS no longer knows it.',
  },
  {
    from: 'PROVISIONING',
    to: 'PAUSED',
    label: 'task ends',
    when: 'The task ended before it ran: the sandbox was paused meanwhile, or starts again at once.',
  },
  {
    from: 'PROVISIONING',
    to: 'ERROR',
    label: 'task fails',
    when: 'The task ended before it ran, and would fail again or has failed too often.',
  },
  {
    from: 'BOOTING',
    to: 'RUNNING',
    label: 'agent answers',
    when: 'The agent answers through its exposed URL and has its keys.',
  },
  {
    from: 'BOOTING',
    to: 'STOPPING',
    label: 'paused, too late',
    when: 'It was paused, or the agent was not ready within the limit, or ECS no longer knows the task.',
  },
  {
    from: 'BOOTING',
    to: 'SAVING',
    label: 'task ends',
    when: 'The task ended while its agent, which had worked before, was getting its keys again.',
  },
  {
    from: 'BOOTING',
    to: 'PAUSED',
    label: 'task ends',
    when: 'The task ended before its agent ever worked: the sandbox was paused meanwhile, or starts again at once.',
  },
  {
    from: 'BOOTING',
    to: 'ERROR',
    label: 'task fails',
    when: 'The task ended before its agent ever worked, and would fail again or has failed too often.',
  },
  {
    from: 'RUNNING',
    to: 'BOOTING',
    label: 'agent starts anew',
    when: 'The process of the agent restarted inside its task and waits for its keys.',
  },
  {
    from: 'RUNNING',
    to: 'STOPPING',
    label: 'paused, idle, too long',
    when: 'It was paused, is idle, or reached its maximum running time; or its agent stopped responding, AWS announced the end of its task, or ECS no longer knows the task.',
  },
  {
    from: 'RUNNING',
    to: 'SAVING',
    label: 'task ends',
    when: 'The task ended unrequested: the agent exited, memory ran out, AWS took the machine back.',
  },
  {
    from: 'RUNNING',
    to: 'PAUSED',
    label: 'task ends',
    when: 'The task ended, and its spec has no disk to save: the sandbox was paused meanwhile, or starts again at once.',
  },
  {
    from: 'RUNNING',
    to: 'ERROR',
    label: 'task fails',
    when: 'The task ended, its spec has no disk to save, and it would fail again or has failed too often.',
  },
  {
    from: 'STOPPING',
    to: 'SAVING',
    label: 'task stopped',
    when: 'The task stopped, and its disk must be saved.',
  },
  {
    from: 'STOPPING',
    to: 'PAUSED',
    label: 'task stopped',
    when: 'The task stopped, and no agent ever had its disk.',
  },
  {
    from: 'STOPPING',
    to: 'ERROR',
    label: 'task stopped',
    when: 'The task of a failed start stopped, and no agent ever had its disk.',
  },
  { from: 'SAVING', to: 'PAUSED', label: 'saved', when: 'The snapshot is complete.' },
  {
    from: 'SAVING',
    to: 'ERROR',
    label: 'not saved, failed',
    when: 'The snapshot is complete and the sandbox had failed; or the workspace could not be saved, and its disk is kept; or the disk is gone.',
  },
  {
    from: 'PAUSED',
    to: 'PENDING',
    label: 'resumed',
    when: 'It was resumed, or the service starts it again after an unrequested end. A new generation begins.',
  },
  { from: 'PAUSED', to: 'ERROR', label: 'snapshot gone', when: 'EC2 no longer knows its snapshot.' },
  { from: 'PAUSED', to: 'EXPIRED', label: 'time over', when: 'It was not resumed within its retention time.' },
  {
    from: 'ERROR',
    to: 'PENDING',
    label: 'resumed',
    when: 'It was resumed. A new generation begins.',
  },
  {
    from: 'ERROR',
    to: 'SAVING',
    label: 'resumed, unsaved',
    when: 'It was resumed before its disk was saved: the save comes first.',
  },
  { from: 'ERROR', to: 'PAUSED', label: 'snapshot back', when: 'The snapshot that was gone is there again.' },
  { from: 'ERROR', to: 'EXPIRED', label: 'time over', when: 'It was not resumed within its retention time.' },
  ...(
    [
      'PENDING',
      'PROVISIONING',
      'BOOTING',
      'RUNNING',
      'STOPPING',
      'SAVING',
      'PAUSED',
      'ERROR',
      'EXPIRED',
    ] as const satisfies Phase[]
  ).map((from): PhaseChange => ({ from, to: 'DELETING', label: 'deleted', when: 'It was deleted.' })),
  {
    from: 'DELETING',
    to: 'DELETED',
    label: 'all confirmed',
    when: 'AWS confirmed that task, volumes and snapshots are gone. The receipt is left.',
  },
  {
    from: 'DELETED',
    to: 'PENDING',
    label: 'id used again',
    when: 'A new sandbox was started with the same id. It replaces the receipt.',
  },
  {
    from: 'DELETED',
    to: 'BOOTING',
    label: 'id used again, warm',
    when: 'The same, and the new sandbox claimed a task of the warm pool.',
  },
  {
    from: 'BOOTING',
    to: 'DELETED',
    label: 'warm task claimed',
    when: 'A new sandbox claimed this task of the warm pool.',
  },
];
