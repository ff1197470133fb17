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
    when: 'ECS accepted the task, or the task of a call was found whose answer was lost.',
  },
  { from: 'PENDING', to: 'PAUSED', label: 'paused', when: 'It was paused before there was a task.' },
  {
    from: 'PENDING',
    to: 'ERROR',
    label: 'refused',
    when: 'AWS refused the task for good, or for longer than the limit, or the saved workspace is gone, or its spec has no disk for it any more.',
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
    when: 'It was paused, or the task did not come up within the limit, or ECS does not know it any more.',
  },
  {
    from: 'PROVISIONING',
    to: 'PAUSED',
    label: 'task ends',
    when: 'The task ended before it ran: it was paused meanwhile, or it starts again at once.',
  },
  {
    from: 'PROVISIONING',
    to: 'ERROR',
    label: 'task fails',
    when: 'The task ended before it ran, and would only fail again or has failed too often.',
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
    when: 'It was paused, or the agent was not ready within the limit, or ECS does not know the task any more.',
  },
  {
    from: 'BOOTING',
    to: 'SAVING',
    label: 'task ends',
    when: 'The task ended while its agent, which had worked before, was given its keys anew.',
  },
  {
    from: 'BOOTING',
    to: 'PAUSED',
    label: 'task ends',
    when: 'The task ended before its agent had ever worked: it was paused meanwhile, or it starts again at once.',
  },
  {
    from: 'BOOTING',
    to: 'ERROR',
    label: 'task fails',
    when: 'The task ended before its agent had ever worked, and would only fail again or has failed too often.',
  },
  {
    from: 'RUNNING',
    to: 'BOOTING',
    label: 'agent starts anew',
    when: 'The process of the agent was started anew inside its task and waits for its keys.',
  },
  {
    from: 'RUNNING',
    to: 'STOPPING',
    label: 'paused, idle, too long',
    when: 'It was paused, or is idle, or ran for as long as it may, or its agent stopped answering, or AWS announced the end of its task, or ECS does not know the task any more.',
  },
  {
    from: 'RUNNING',
    to: 'SAVING',
    label: 'task ends',
    when: 'The task ended uninvited: the agent exited, memory ran out, AWS took the machine back.',
  },
  {
    from: 'RUNNING',
    to: 'PAUSED',
    label: 'task ends',
    when: 'The task ended, and its spec has no disk to save: it was paused meanwhile, or it starts again at once.',
  },
  {
    from: 'RUNNING',
    to: 'ERROR',
    label: 'task fails',
    when: 'The task ended, its spec has no disk to save, and it would only fail again or has failed too often.',
  },
  {
    from: 'STOPPING',
    to: 'SAVING',
    label: 'task stopped',
    when: 'The task stopped, and its disk is to be saved.',
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
    when: 'It was resumed, or the service starts it again after an end uninvited. A new generation begins.',
  },
  { from: 'PAUSED', to: 'ERROR', label: 'snapshot gone', when: 'EC2 does not know its snapshot any more.' },
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
    when: 'It was resumed while its disk was not saved yet: that comes first.',
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
    when: 'Task, volumes and snapshots are gone, each confirmed by AWS. The receipt is left.',
  },
  {
    from: 'DELETED',
    to: 'PENDING',
    label: 'id used again',
    when: 'A new sandbox was started under the same id. It takes the place of the receipt.',
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
    when: 'It is no sandbox but a task of the warm pool, and a new sandbox claimed it.',
  },
];
