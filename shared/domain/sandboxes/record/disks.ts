export interface DiskOwner {
  /** Owner, sandbox and generation, in the form of the task's `startedBy`. */
  readonly startedBy: string;
  /** Distinguishes two sandboxes that had the same id one after the other. */
  readonly mark: string;
}

/** Notes of the sweep and of operators on a disk. */
export interface DiskNotes {
  /** Since when no row refers to the disk, ISO 8601. */
  readonly orphanSince: string | null;
  /** Whether an operator has protected it from deletion. */
  readonly isKept: boolean;
}

/** A managed EBS volume. */
export interface Volume extends DiskNotes {
  readonly id: string;
  readonly state: 'creating' | 'available' | 'in-use' | 'deleting' | 'deleted' | 'error';
  /** Undefined when its tags are not from this service. */
  readonly owner: DiskOwner | undefined;
  readonly createdAt: string;
}

/** An EBS snapshot. */
export interface Snapshot extends DiskNotes {
  readonly id: string;
  readonly volumeId: string;
  readonly state: 'pending' | 'completed' | 'error';
  /** EC2's failure message. */
  readonly message: string | null;
  readonly owner: DiskOwner | undefined;
  /** The snapshot of an owner that it was taken for, in the form of `snapshotName`; absent for a saved workspace. */
  readonly takenFor?: string | undefined;
  readonly startedAt: string;
}

/** The result of CreateSnapshot. `unclear`: it may or may not exist; a repetition finds it. */
export type SaveOutcome =
  | { readonly kind: 'accepted'; readonly snapshot: Snapshot }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly retryable: boolean }
  | { readonly kind: 'unclear'; readonly error: unknown };

/** The disks of sandboxes. All calls are safe to repeat. */
export interface Disks {
  /** The volumes of one generation, to find those whose ids were never recorded. */
  volumesOf(owner: DiskOwner): Promise<readonly Volume[]>;
  /** @returns `absent` when EC2 does not know it */
  snapshot(snapshotId: string): Promise<Snapshot | 'absent'>;
  /** Begins to save a volume, or finds an earlier snapshot by its tags, unless it failed. Never throws. */
  save(volumeId: string, owner: DiskOwner): Promise<SaveOutcome>;
  /** The EBS snapshots that were taken for an owner's snapshot, to find one whose id was never recorded. */
  takenFor(name: string): Promise<readonly Snapshot[]>;
  /** Begins to copy a volume for an owner's snapshot, or finds an earlier copy by its tag. Never throws. */
  take(volumeId: string, name: string): Promise<SaveOutcome>;
  /** @returns `busy` while a task still uses it */
  deleteVolume(volumeId: string): Promise<'deleted' | 'absent' | 'busy'>;
  deleteSnapshot(snapshotId: string): Promise<'deleted' | 'absent' | 'busy'>;
  /** Tags a saved workspace that became an owner's snapshot, so that only the row of that snapshot decides on it. */
  nameSnapshot(snapshotId: string, name: string): Promise<void>;
  /** Tags at most 200 disks with the time since when they appear to be orphans; null clears the tag. */
  noteOrphans(ids: readonly string[], since: Date | null): Promise<void>;
  /** Every volume of this deployment, a page at a time. */
  volumes(): AsyncIterable<readonly Volume[]>;
  /** Every snapshot of this deployment, a page at a time. */
  snapshots(): AsyncIterable<readonly Snapshot[]>;
}

/** The deployment of a volume or snapshot. It limits every list, and every permission on disks. */
export const DEPLOYMENT_TAG = 'agent-conversations:deployment';

/** The owning generation, in the form of `startedBy`. */
export const SANDBOX_TAG = 'agent-conversations:sandbox';

/** Distinguishes two sandboxes that had the same id one after the other. */
export const MARK_TAG = 'agent-conversations:mark';

/** The volume of a snapshot. Backup services copy the volume's tags, but not this one, so it marks our snapshots. */
export const SAVED_TAG = 'agent-conversations:saved';

/** The owner's snapshot that an EBS snapshot was taken for. It stands instead of the sandbox's tags. */
export const SNAPSHOT_TAG = 'agent-conversations:snapshot';

/** Since when no row refers to the disk. Empty when a row does. */
export const ORPHAN_TAG = 'agent-conversations:orphan-since';

/** Set by operators: while it has a value, the sweep does not delete the disk. */
export const KEEP_TAG = 'agent-conversations:keep';

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** In a fixed order, so that repeated launches are identical. */
export function diskTags(owner: DiskOwner, deployment: string): Tag[] {
  return [
    { key: DEPLOYMENT_TAG, value: deployment },
    { key: SANDBOX_TAG, value: owner.startedBy },
    { key: MARK_TAG, value: owner.mark },
  ];
}

/** Reads the notes. An invalid time counts as none. */
export function notesOfTags(tags: readonly Partial<Tag>[]): DiskNotes {
  const value = (name: string) => tags.find(({ key }) => key === name)?.value || null;
  const since = value(ORPHAN_TAG);
  const isTime = since !== null && !Number.isNaN(Date.parse(since));
  return { orphanSince: isTime ? since : null, isKept: value(KEEP_TAG) !== null };
}

/** @returns undefined when the tags do not name a sandbox of this service */
export function ownerOfTags(tags: readonly Partial<Tag>[]): DiskOwner | undefined {
  const value = (name: string) => tags.find(({ key }) => key === name)?.value;
  const [owner, mark] = [value(SANDBOX_TAG), value(MARK_TAG)];
  return owner && mark ? { startedBy: owner, mark } : undefined;
}
