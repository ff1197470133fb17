/** An ECS task as far as the lifecycle cares. It carries no environment: overrides hold the init key. */
export interface Task {
  readonly arn: string;
  readonly generation: number;
  /** Rises with each change of the task; events arrive unordered and more than once. */
  readonly version: number;
  readonly lastStatus: string;
  readonly desiredStatus: string;
  readonly stopCode: string | null;
  readonly stoppedReason: string | null;
  readonly exitCode: number | null;
  readonly networkInterfaceId: string | null;
  /** Its managed EBS volume, as soon as there is one. */
  readonly volumeId: string | null;
  /** ISO 8601 in UTC with milliseconds; null for what has not happened or is not reported. */
  readonly times: TaskTimes;
  /** Port bindings on a shared host (ECS bridge semantics); empty when the task has its own address. */
  readonly bindings: readonly { readonly bindIp: string; readonly containerPort: number; readonly hostPort: number }[];
}

/** What it takes to find the address of a task. */
export type AddressedTask = Pick<Task, 'arn' | 'lastStatus' | 'networkInterfaceId' | 'bindings'>;

interface TaskTimes {
  readonly createdAt: string | null;
  /** From here on Fargate is paid for. */
  readonly pullStartedAt: string | null;
  readonly pullStoppedAt: string | null;
  readonly startedAt: string | null;
  /** Up to here. */
  readonly stoppedAt: string | null;
}

/** When its image's pull, and with it billing, began; null for a task that has not come so far. */
export function billedFrom({ times }: Pick<Task, 'times'>): string | null {
  return times.pullStartedAt ?? times.startedAt;
}

export function isStopped(task: Task): boolean {
  return task.lastStatus === 'STOPPED' || task.lastStatus === 'DELETED';
}
