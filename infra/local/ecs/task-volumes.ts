/** How the volume of a task is to be, as RunTask configures it. */
export interface VolumeConfiguration {
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
  /** Where it is to be mounted. */
  readonly workspace: string;
  readonly configuration: VolumeConfiguration;
}

/** The volumes that ECS manages for its tasks. Everything is safe to repeat. */
export interface TaskVolumes {
  /**
   * Makes the volume of a task, or finds the one that was made for it, and resolves to its id.
   *
   * @throws CannotStartError when it cannot be as it is wanted; the message says why.
   */
  create(request: VolumeRequest): Promise<string>;
  /**
   * Mounts the volume of a task at the workspace for which it was made, with all of its content.
   *
   * @throws CannotStartError when its content cannot be had.
   */
  attach(taskId: string, workspace: string): Promise<void>;
  /** Takes the volume of a task that has ended from it: it stays, or goes if it was to go with the task. */
  release(taskId: string): Promise<void>;
  /** Releases the volumes of all tasks but these. */
  releaseAllExcept(taskIds: ReadonlySet<string>): Promise<void>;
}
