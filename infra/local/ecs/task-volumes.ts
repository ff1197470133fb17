/** How the volume of a task is to be, as RunTask configures it. */
interface VolumeConfiguration {
  /** The size of the snapshot when it is not given. */
  readonly sizeGibibytes?: number | undefined;
  readonly snapshotId?: string | undefined;
  readonly filesystemType: string;
  readonly volumeType: string;
  readonly iops?: number | undefined;
  readonly throughput?: number | undefined;
  readonly encrypted: boolean;
  readonly deleteOnTermination: boolean;
  readonly tags: readonly { readonly key: string; readonly value: string }[];
}

export interface VolumeRequest {
  readonly taskId: string;
  readonly taskArn: string;
  readonly availabilityZone: string;
  readonly configuration: VolumeConfiguration;
}

/** The volumes that ECS manages for its tasks. Everything is safe to repeat. */
export interface TaskVolumes {
  /** Makes or finds the volume of a task, and resolves to its id. @throws CannotStartError with the reason */
  create(request: VolumeRequest): Promise<string>;
  /** Mounts a task's volume at its workspace with its content. @throws CannotStartError */
  attach(taskId: string, workspace: string): Promise<void>;
  /** Takes the volume of a task that has ended from it: it stays, or goes if it was to go with the task. */
  release(taskId: string): Promise<void>;
  /** Releases the volumes of all tasks but these. */
  releaseAllExcept(taskIds: ReadonlySet<string>): Promise<void>;
}
