import { isAtLeast, type Role } from '../../../contract/shapes/roles.ts';
import { absent, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Table } from '../../../rights/statement.ts';

/** A change of one member: undefined for no active membership. */
export interface RoleChange {
  readonly ownerId: string;
  readonly from: Role | undefined;
  readonly to: Role | undefined;
}

/**
 * Counts the admins of an owner in its row, in the transaction that changes a member. The row is made if it is missing.
 * No person joins an owner that is being deleted.
 *
 * @param mayLeaveNone whether the last admin may go; without it, the transaction fails with a `conflict`
 */
export function adminCountPart(
  owners: Table<'owners'>,
  { ownerId, from, to }: RoleChange,
  { by, now, mayLeaveNone = false }: { readonly by: string; readonly now: Date; readonly mayLeaveNone?: boolean },
): Part {
  const added = countOf(to) - countOf(from);
  const item = {
    Update: {
      TableName: owners,
      Key: { owner_id: ownerId },
      ...updateOf({
        setOnce: { created_at: timestamp(now), created_by: by },
        add: { admins: added },
        ...(from === undefined ? { when: absent('deleting_at') } : {}),
        ...(added < 0 && !mayLeaveNone ? { when: is('admins', '>', 1) } : {}),
      }),
    },
  };
  if (from === undefined) return { item, lost: ownerDeleted };
  if (added >= 0 || mayLeaveNone) return certain(item);
  return { item, lost: lastAdmin };
}

/** The part of a change by someone who may not leave an owner without an admin. */
export type CountAdmins = (change: RoleChange, by: string, now: Date) => Part;

export function countAdminsIn(owners: Table<'owners'>): CountAdmins {
  return (change, by, now) => adminCountPart(owners, change, { by, now });
}

/** Part of a transaction that fails for an owner that is being deleted, or was deleted. An owner needs no row. */
export function unlessDeleted(owners: Table<'owners'>, ownerId: string): Part {
  const Key = { owner_id: ownerId };
  return { item: { ConditionCheck: { TableName: owners, Key, ...when(absent('deleting_at')) } }, lost: ownerDeleted };
}

function countOf(role: Role | undefined): number {
  return role !== undefined && isAtLeast(role, 'admin') ? 1 : 0;
}

/** A person cannot join this owner. */
export class OwnerDeletedError extends AppError {
  constructor() {
    super('conflict', 'This owner is being deleted, or was deleted.');
    this.name = 'OwnerDeletedError';
  }
}

function ownerDeleted(): AppError {
  return new OwnerDeletedError();
}

function lastAdmin(): AppError {
  return new AppError('conflict', 'This is the last admin of the owner. Make another member an admin first.');
}
