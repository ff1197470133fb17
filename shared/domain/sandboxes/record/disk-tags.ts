import type { DiskNotes, DiskOwner } from './disks.ts';

/** The deployment of a volume or snapshot: it bounds every list, and every permission on disks. */
export const DEPLOYMENT_TAG = 'agent-conversations:deployment';

/** Whose generation it is, in the form of `startedBy`. */
export const SANDBOX_TAG = 'agent-conversations:sandbox';

/** Distinguishes two sandboxes that had the same id one after the other. */
export const MARK_TAG = 'agent-conversations:mark';

/** Names a snapshot's volume. Backup services copy the volume's tags but not this one, which marks our snapshots. */
export const SAVED_TAG = 'agent-conversations:saved';

/** Since when the sweep has found no row that refers to the disk. An empty value: a row does. */
export const ORPHAN_TAG = 'agent-conversations:orphan-since';

/** An operator's: while it has a value, the sweep does not delete the disk. */
export const KEEP_TAG = 'agent-conversations:keep';

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** In a fixed order, so that the same launch is the same to the byte. */
export function diskTags(owner: DiskOwner, deployment: string): Tag[] {
  return [
    { key: DEPLOYMENT_TAG, value: deployment },
    { key: SANDBOX_TAG, value: owner.startedBy },
    { key: MARK_TAG, value: owner.mark },
  ];
}

/** What was noted on an existing disk. A time that cannot be read counts as none. */
export function notesOfTags(tags: readonly Partial<Tag>[]): DiskNotes {
  const value = (name: string) => tags.find(({ key }) => key === name)?.value || null;
  const since = value(ORPHAN_TAG);
  const isTime = since !== null && !Number.isNaN(Date.parse(since));
  return { orphanSince: isTime ? since : null, isKept: value(KEEP_TAG) !== null };
}

/** @returns undefined when the tags do not name a sandbox of this service. */
export function ownerOfTags(tags: readonly Partial<Tag>[]): DiskOwner | undefined {
  const value = (name: string) => tags.find(({ key }) => key === name)?.value;
  const [owner, mark] = [value(SANDBOX_TAG), value(MARK_TAG)];
  return owner && mark ? { startedBy: owner, mark } : undefined;
}
