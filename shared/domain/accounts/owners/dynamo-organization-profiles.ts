import { batchGet } from '../../../platform/aws/batch-get.ts';
import { unchanged, updateOf } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { transact } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type OrganizationProfile, type ProfileChange, profileAttributes, profileOf } from './organization-profile.ts';

/** Names and contacts of owners, in their rows in DynamoDB. */
export class DynamoOrganizationProfiles extends TableStore<Tables<'owners'>> {
  async find(ownerId: string): Promise<OrganizationProfile> {
    return profileOf(ownerId, await getItem(this.documents, this.tables.owners, { owner_id: ownerId }));
  }

  /** In the same order. */
  async findMany(ownerIds: readonly string[]): Promise<readonly OrganizationProfile[]> {
    const keys = ownerIds.map((id) => ({ owner_id: id }));
    const rows = await batchGet(this.documents, this.tables.owners, keys);
    const byOwner = new Map(rows.map((row) => [(row as { readonly owner_id: string }).owner_id, row]));
    return ownerIds.map((id) => profileOf(id, byOwner.get(id)));
  }

  /**
   * Changes a profile, and makes the owner's row if it is missing.
   *
   * @throws VersionConflictError when another change came first
   */
  async change(
    { ownerId, revision }: OrganizationProfile,
    change: ProfileChange,
    by: string,
    now: Date,
  ): Promise<void> {
    const update = updateOf({
      set: profileAttributes(change),
      setOnce: { created_at: timestamp(now), created_by: by },
      add: { profile_revision: 1 },
      when: unchanged('profile_revision', revision),
    });
    const item = { Update: { TableName: this.tables.owners, Key: { owner_id: ownerId }, ...update } };
    await transact(this.documents, [{ item, lost: () => new VersionConflictError('organization', ownerId) }]);
  }
}
