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
  /** When what happened to it, as ECS itself says, as ISO 8601 in UTC with milliseconds; null for what has not happened, or is not told. */
  readonly times: TaskTimes;
  /** Where container ports are bound on the host, when the host is shared (ECS bridge semantics). Empty when the task has an address of its own. */
  readonly bindings: readonly { readonly bindIp: string; readonly containerPort: number; readonly hostPort: number }[];
}

export interface TaskTimes {
  readonly createdAt: string | null;
  /** From here on Fargate is paid for. */
  readonly pullStartedAt: string | null;
  readonly startedAt: string | null;
  /** Up to here. */
  readonly stoppedAt: string | null;
}

/** When a task began to cost something: when the pull of its image began. Null for one that has not come so far, and costs nothing. */
export function billedFrom({ times }: Pick<Task, 'times'>): string | null {
  return times.pullStartedAt ?? times.startedAt;
}

export function isStopped(task: Task): boolean {
  return task.lastStatus === 'STOPPED' || task.lastStatus === 'DELETED';
}
