/** Whose disk it is. */
export interface DiskOwner {
  /** As of the task: owner, sandbox and generation. */
  readonly startedBy: string;
  /** Tells two sandboxes apart that were given the same id one after the other. */
  readonly mark: string;
}

/** A managed EBS volume as far as the lifecycle cares. */
export interface Volume {
  readonly id: string;
  readonly state: 'creating' | 'available' | 'in-use' | 'deleting' | 'deleted' | 'error';
  /** Undefined when its tags are not ours. */
  readonly owner: DiskOwner | undefined;
  readonly createdAt: string;
}

/** An EBS snapshot as far as the lifecycle cares. */
export interface Snapshot {
  readonly id: string;
  readonly volumeId: string;
  readonly state: 'pending' | 'completed' | 'error';
  /** What EC2 says of a failure. */
  readonly message: string | null;
  readonly owner: DiskOwner | undefined;
  readonly startedAt: string;
}

/** What came of asking for a snapshot. `unclear`: it may have been made or not; asking again finds it. */
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
  /** Begins to save a volume. CreateSnapshot has no client token: a snapshot of this volume that did not fail is found by its tags first. Never throws. */
  save(volumeId: string, owner: DiskOwner): Promise<SaveOutcome>;
  /** @returns `busy` while a task still holds it. */
  deleteVolume(volumeId: string): Promise<'deleted' | 'absent' | 'busy'>;
  deleteSnapshot(snapshotId: string): Promise<'deleted' | 'absent' | 'busy'>;
  /** Every volume of this deployment, a page at a time. */
  volumes(): AsyncIterable<readonly Volume[]>;
  /** Every snapshot of this deployment, a page at a time. */
  snapshots(): AsyncIterable<readonly Snapshot[]>;
}
