/** All tasks, volumes and snapshots of the local cloud, for `GET /_local/state`. Times are ISO 8601. */
export interface Inventory {
  readonly tasks: readonly TaskEntry[];
  readonly volumes: readonly VolumeEntry[];
  readonly snapshots: readonly SnapshotEntry[];
}

export interface TaskEntry {
  readonly id: string;
  readonly started_by: string | null;
  readonly last_status: string;
  readonly desired_status: string;
  readonly created_at: string;
  /** The task's process, while it lives. */
  readonly pid: number | null;
  readonly volume_id: string | null;
  readonly stop_code: string | null;
  readonly stopped_reason: string | null;
  readonly capacity_provider: string | null;
}

interface VolumeEntry {
  readonly id: string;
  readonly state: string;
  readonly size_gib: number;
  /** The snapshot from which it was created. */
  readonly snapshot_id: string | null;
  /** The task to which it is attached. */
  readonly task_id: string | null;
  readonly created_at: string;
  /** The folder with its content. */
  readonly path: string;
  readonly tags: Readonly<Record<string, string>>;
}

interface SnapshotEntry {
  readonly id: string;
  readonly state: string;
  readonly volume_id: string;
  readonly started_at: string;
  readonly tags: Readonly<Record<string, string>>;
}
