/** Whose disk it is. */
export interface DiskOwner {
  /** As of the task: owner, sandbox and generation. */
  readonly startedBy: string;
  /** Distinguishes two sandboxes that had the same id one after the other. */
  readonly mark: string;
}

/** What the sweep and operators noted on a disk. */
export interface DiskNotes {
  /** Since when the sweep has found no row that refers to it, ISO 8601. */
  readonly orphanSince: string | null;
  /** Whether an operator wants it kept: the sweep does not delete it. */
  readonly isKept: boolean;
}

/** A managed EBS volume as far as the lifecycle cares. */
export interface Volume extends DiskNotes {
  readonly id: string;
  readonly state: 'creating' | 'available' | 'in-use' | 'deleting' | 'deleted' | 'error';
  /** Undefined when its tags are not ours. */
  readonly owner: DiskOwner | undefined;
  readonly createdAt: string;
}

/** An EBS snapshot as far as the lifecycle cares. */
export interface Snapshot extends DiskNotes {
  readonly id: string;
  readonly volumeId: string;
  readonly state: 'pending' | 'completed' | 'error';
  /** EC2's message about a failure. */
  readonly message: string | null;
  readonly owner: DiskOwner | undefined;
  readonly startedAt: string;
}

/** The result of CreateSnapshot. `unclear`: it may have been made or not; a repetition finds it. */
export type SaveOutcome =
  | { readonly kind: 'accepted'; readonly snapshot: Snapshot }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly retryable: boolean }
  | { readonly kind: 'unclear'; readonly error: unknown };

/** The disks of sandboxes. Everything is safe to repeat. */
export interface Disks {
  /** The volumes of one generation whose ids were never recorded. */
  volumesOf(owner: DiskOwner): Promise<readonly Volume[]>;
  /** @returns `absent` when EC2 does not know it. */
  snapshot(snapshotId: string): Promise<Snapshot | 'absent'>;
  /** Begins to save a volume, or finds by its tags a snapshot that did not fail. Never throws. */
  save(volumeId: string, owner: DiskOwner): Promise<SaveOutcome>;
  /** @returns `busy` while a task still uses it. */
  deleteVolume(volumeId: string): Promise<'deleted' | 'absent' | 'busy'>;
  deleteSnapshot(snapshotId: string): Promise<'deleted' | 'absent' | 'busy'>;
  /** Notes on at most 200 disks since when they seem to be orphans; null: they do not. */
  noteOrphans(ids: readonly string[], since: Date | null): Promise<void>;
  /** Every volume of this deployment, a page at a time. */
  volumes(): AsyncIterable<readonly Volume[]>;
  /** Every snapshot of this deployment, a page at a time. */
  snapshots(): AsyncIterable<readonly Snapshot[]>;
}
