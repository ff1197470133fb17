import type { DiskOwner } from './disks.ts';

/** The deployment of a volume or snapshot: it bounds every list, and every permission on disks. */
export const DEPLOYMENT_TAG = 'agent-conversations:deployment';

/** Whose generation it is, in the form of `startedBy`. */
export const SANDBOX_TAG = 'agent-conversations:sandbox';

/** Distinguishes two sandboxes that had the same id one after the other. */
export const MARK_TAG = 'agent-conversations:mark';

/** Names a snapshot's volume. Backup services copy the volume's tags but not this one, which marks our snapshots. */
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
