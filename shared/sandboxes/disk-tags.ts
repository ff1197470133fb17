import type { DiskOwner } from './disks.ts';

/** Which deployment a volume or snapshot belongs to: what bounds every list, and every permission on disks. */
export const DEPLOYMENT_TAG = 'agent-conversations:deployment';

/** Whose generation it is, in the form of `startedBy`. */
export const SANDBOX_TAG = 'agent-conversations:sandbox';

/** Tells two sandboxes apart that were given the same id one after the other. */
export const MARK_TAG = 'agent-conversations:mark';

/**
 * Which volume a snapshot is the saved workspace of: on snapshots that this service made, and on nothing else. Backup services copy the tags of a volume, and a snapshot
 * that they took while it was in use must not be taken for what was saved after its end.
 */
export const SAVED_TAG = 'agent-conversations:saved';

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

/** @returns undefined when the tags do not name a sandbox of this service. */
export function ownerOfTags(tags: readonly Partial<Tag>[]): DiskOwner | undefined {
  const value = (name: string) => tags.find(({ key }) => key === name)?.value;
  const [owner, mark] = [value(SANDBOX_TAG), value(MARK_TAG)];
  return owner && mark ? { startedBy: owner, mark } : undefined;
}
