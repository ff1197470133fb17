import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds, orLostRace } from '../../../platform/aws/conditional-write.ts';
import { absent, all, exists, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { heldBy, leaseTaken } from '../../../platform/aws/lease-change.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { epochSeconds, timestamp } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import type { Tables } from '../../../rights/statement.ts';
import { DELETED_COUNT, type OwnerRecord, ownerRecordOf } from '../../accounts/owners/owner-record.ts';

/** Longer than a chunk of deletions takes, in seconds. */
const LEASE = 30;

/** How long the receipt is kept when nothing else is, in seconds. */
const RECEIPT = 366 * 24 * 60 * 60;

/** The attributes of the receipt. */
const RECEIPT_ATTRIBUTES = [
  'owner_id',
  'created_at',
  'created_by',
  'suspended_at',
  'suspended_by',
  'suspend_reason',
  'deleting_at',
  'deleted_by',
  'delete_records',
  'limits_revision',
];

/** The rows of owners that are being deleted: the lease of the worker, and in the end the receipt. */
export class DynamoReceipts extends TableStore<Tables<'owners'>> {
  /** Takes or renews the lease. @returns undefined when there is nothing to delete, or another worker does it */
  async hold(ownerId: string, holder: string, now: Date): Promise<OwnerRecord | undefined> {
    const { set, when: isFree } = leaseTaken(holder, leaseUntil(now, LEASE), now);
    const command = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      ...updateOf({ set, when: all(isFree, exists('deleting_at'), absent('deleted_at')) }),
      ReturnValues: 'ALL_NEW',
    });
    const held = await ifConditionHolds(this.documents.send(command));
    return held && ownerRecordOf(held.Attributes);
  }

  /** Lets another worker continue at once. */
  async release(ownerId: string, holder: string): Promise<void> {
    const command = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      ...updateOf({ remove: ['lease_holder', 'lease_until'], when: heldBy(holder) }),
    });
    await ifConditionHolds(this.documents.send(command));
  }

  /**
   * Leaves only the receipt in the owner's row.
   *
   * @throws VersionConflictError when another writer has changed the row since
   */
  async finish(ownerId: string, holder: string, now: Date): Promise<void> {
    const row = await getItem(this.documents, this.tables.owners, { owner_id: ownerId });
    const kept = Object.entries(row ?? {}).filter(
      ([name]) => RECEIPT_ATTRIBUTES.includes(name) || name.startsWith(DELETED_COUNT),
    );
    const purge = row?.delete_records === 'delete' ? { purge_at: epochSeconds(now) + RECEIPT } : {};
    const command = new PutCommand({
      TableName: this.tables.owners,
      Item: { ...Object.fromEntries(kept), deleted_at: timestamp(now), ...purge },
      ...when(
        all(
          heldBy(holder),
          absent('deleted_at'),
          ...['count_changes', 'limits_revision', 'delete_records'].map((name) => asRead(row ?? {}, name)),
        ),
      ),
    });
    await orLostRace(this.documents.send(command), () => new VersionConflictError('owner', ownerId));
  }
}
