import type { Capacity } from '../../../contract/shapes/enums.ts';

/** An ECS task. It carries no environment, as overrides hold the init key. */
export interface Task {
  readonly arn: string;
  readonly generation: number;
  /** Rises with each change of the task. Events arrive unordered and more than once. */
  readonly version: number;
  readonly lastStatus: string;
  readonly desiredStatus: string;
  readonly stopCode: string | null;
  readonly stoppedReason: string | null;
  readonly exitCode: number | null;
  readonly capacity: Capacity;
  readonly networkInterfaceId: string | null;
  /** Its managed EBS volume, once it exists. */
  readonly volumeId: string | null;
  /** ISO 8601 in UTC with milliseconds; null when not reported yet. */
  readonly times: TaskTimes;
  /** Port bindings on a shared host (ECS bridge semantics); empty when the task has its own address. */
  readonly bindings: readonly { readonly bindIp: string; readonly containerPort: number; readonly hostPort: number }[];
}

/** The fields that identify the address of a task. */
export type AddressedTask = Pick<Task, 'arn' | 'lastStatus' | 'networkInterfaceId' | 'bindings'>;

interface TaskTimes {
  readonly createdAt: string | null;
  /** When the billing by Fargate begins. */
  readonly pullStartedAt: string | null;
  readonly pullStoppedAt: string | null;
  readonly startedAt: string | null;
  /** When it ends. */
  readonly stoppedAt: string | null;
}

/** When its image's pull, and with it billing, began; null before that. */
export function billedFrom({ times }: Pick<Task, 'times'>): string | null {
  return times.pullStartedAt ?? times.startedAt;
}

export function isStopped(task: Task): boolean {
  return task.lastStatus === 'STOPPED' || task.lastStatus === 'DELETED';
}
