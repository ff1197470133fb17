import type { LaunchOutcome } from '../../../shared/domain/sandboxes/launch/tasks.ts';
import type { SaveOutcome, Snapshot } from '../../../shared/domain/sandboxes/record/disks.ts';
import { failure } from '../../../shared/domain/sandboxes/record/failure.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { AgentHealth, Observation } from '../../../shared/domain/sandboxes/record/step.ts';
import type { Task } from '../../../shared/domain/sandboxes/record/task.ts';
import { aSnapshot } from './lifecycle-data.ts';
import { aTask } from './sandbox-data.ts';

export interface Conditions {
  /** What ECS says of the task; undefined when it tells nothing and would say that it runs. */
  readonly task?: Partial<Task> | 'absent';
  readonly agent?: AgentHealth;
  readonly snapshot: Snapshot['state'] | 'absent';
  readonly run: 'accepted' | 'refused' | 'no-capacity' | 'unclear';
  readonly save: SaveOutcome['kind'] | 'busy' | 'lost';
}

const healthy: Conditions = { snapshot: 'completed', run: 'accepted', save: 'accepted' };
const ended = { lastStatus: 'STOPPED', desiredStatus: 'STOPPED', stopCode: 'EssentialContainerExited', exitCode: 1 };
const badImage = { stopCode: 'TaskFailedToStart', stoppedReason: 'CannotPullContainerError: manifest not found' };

export const allConditions: readonly Conditions[] = [
  healthy,
  ...(['pending', 'error', 'absent'] as const).map((snapshot) => ({ ...healthy, snapshot })),
  ...(['refused', 'no-capacity', 'unclear'] as const).map((run) => ({ ...healthy, run })),
  ...(['refused', 'unclear', 'busy', 'lost'] as const).map((save) => ({ ...healthy, save })),
  ...(
    ['absent', { lastStatus: 'PENDING' }, {}, { desiredStatus: 'STOPPED' }, ended, { ...ended, ...badImage }] as const
  ).map((task) => ({ ...healthy, task })),
  { ...healthy, task: ended, snapshot: 'pending' },
  { ...healthy, agent: { kind: 'ready', idleSeconds: 99_999, busy: false } },
  { ...healthy, agent: { kind: 'dormant' } },
  { ...healthy, agent: { kind: 'unreachable' } },
];

export function generationOf(startedBy: string): number {
  return Number(startedBy.split('/').at(-1));
}

/** The task of this generation, or of another one, as ECS would show it. */
export function taskOf(row: Sandbox, change: Partial<Task>): Task {
  const generation = change.generation ?? row.generation;
  const volumeId = row.launch?.volume ? `vol-${generation}` : null;
  const arn = row.generation === generation ? row.task_arn : null;
  return aTask({
    version: row.task_version + 1,
    volumeId,
    ...change,
    generation,
    arn: arn ?? `arn:task/${generation}`,
  });
}

/** Whether ECS was ever asked for the task of this generation. */
export function mayHaveTask({ launch, task_arn: arn }: Sandbox): boolean {
  return launch !== null || arn !== null;
}

export function seenIn(row: Sandbox, { task, agent, snapshot }: Conditions): Observation {
  const id = row.saving_snapshot_id ?? row.snapshot_id;
  const startedAt = row.phase_since;
  const found = snapshot === 'absent' ? snapshot : aSnapshot({ id: id ?? '', state: snapshot, startedAt });
  return {
    ...(task === undefined || !mayHaveTask(row) ? {} : { task: task === 'absent' ? task : taskOf(row, task) }),
    ...(agent === undefined || row.phase !== 'RUNNING' ? {} : { agent }),
    ...(id === null ? {} : { snapshot: { id, found } }),
  };
}

export function launched({ run }: Conditions, task: Task): LaunchOutcome {
  const refused = { kind: 'refused', detail: '', tokenSpent: true } as const;
  if (run === 'accepted') return { kind: 'accepted', task };
  if (run === 'unclear') return { kind: 'unclear', error: new Error('reset') };
  return run === 'refused'
    ? { ...refused, ...failure('spec_invalid', 'spec') }
    : { ...refused, ...failure('capacity_unavailable', 'capacity') };
}

export function saved({ save }: Conditions, snapshot: Snapshot): SaveOutcome {
  if (save === 'accepted') return { kind: 'accepted', snapshot };
  if (save === 'unclear') return { kind: 'unclear', error: new Error('reset') };
  const code = { busy: 'throttled', lost: 'volume_lost', refused: 'snapshot_refused' }[save];
  return { kind: 'refused', code, message: 'No.', retryable: save === 'busy' };
}
