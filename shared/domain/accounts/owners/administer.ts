import type * as z from 'zod';
import type { createOwner } from '../../../contract/accounts/owners.ts';
import type { RequestOrigin } from '../../../contract/endpoint/caller.ts';
import type { KeyRequest } from '../../../contract/shapes/api-key.ts';
import { limitsOf, type SomeLimits } from '../../../contract/shapes/limits.ts';
import type { DeletedRecords } from '../../../contract/shapes/owner-state.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import {
  AppError,
  badField,
  badQuery,
  NotFoundError,
  type Revisions,
  requireRevision,
} from '../../../platform/errors.ts';
import { type AuditJournal, authorOf } from '../audit/audit-journal.ts';
import {
  type ChangeOrder,
  type CreatedKeyView,
  keyOrder,
  MAX_KEYS,
  orderFrom,
  requireWithinMember,
  shown,
  tooManyKeys,
} from '../keys/change-keys.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import { type GiverDeps, giverOf, requireOwnedAdmin } from '../keys/giver.ts';
import { newKey } from '../keys/issue-key.ts';
import type { KeyJournal } from '../keys/key-journal.ts';
import { grantOfAdministrator } from '../keys/key-rules.ts';
import { unlessDisallowed } from '../keys/still-allowed.ts';
import { type DynamoOwnerStore, ownerDeleted, ownerExists } from './dynamo-owner-store.ts';
import { type OwnerRecord, ownerView, unrecordedOwner } from './owner-record.ts';

export interface AdministerDeps {
  readonly owners: Pick<DynamoOwnerStore, 'find' | 'add' | 'change' | 'registered'>;
  readonly keys: Pick<DynamoKeyStore, 'find' | 'ofOwner' | 'hasAtLeast' | 'add' | 'added' | 'unlessRevoked'>;
  readonly changes: GiverDeps['changes'];
  readonly journal: KeyJournal;
  readonly now: Clock;
}

/** Dependencies of changes of owners, which make no keys. */
export type ChangeOwnerDeps = Omit<AdministerDeps, 'changes'>;

type NewOwnerView = z.input<(typeof createOwner)['success']['body']>;
type OwnerOrder = z.output<(typeof createOwner)['body']>;

/** Creates an owner and its first key in one transaction. @throws AppError `conflict` */
export async function createNewOwner(
  { id, limits, key: requested }: OwnerOrder,
  { caller, request }: ChangeOrder<NewOwnerView>,
  deps: AdministerDeps,
): Promise<NewOwnerView> {
  const { owners, keys, journal } = deps;
  const time = deps.now();
  const [giver, [known]] = await Promise.all([giverOf(caller, deps, time), keys.ofOwner(id, 1)]);
  requireOwnedAdmin(requested?.scopes, caller);
  if (known) throw ownerExists(id);
  const author = authorOf(caller, request);
  const view = ownerView({
    owner_id: id,
    created_at: timestamp(time),
    created_by: caller.keyId,
    active_sandboxes: 0,
    limits_revision: 0,
    limits: limitsOf(limits ?? {}),
    suspension: null,
    deletion: null,
  });
  const made = requested
    ? newKey(keyOrder(requested, grantOfAdministrator(requested, giver, time), id, caller.keyId), time)
    : null;
  const answer = { ...view, key: made && shown(made) };
  await owners.add(id, limits ?? {}, caller.keyId, time, [
    ...(await request.claim(answer)),
    ...unlessDisallowed(caller, deps),
    journal.entry('owner.created', id, { owner_id: id }, author, time),
    ...(made ? [keys.added(made.record), ...journal.keyEvent('created', made.record, author, time)] : []),
  ]);
  return answer;
}

/**
 * Creates a key for an owner. For their own account, administrators are limited to the rights of the calling key.
 *
 * @throws NotFoundError; AppError
 */
export async function createKeyOf(
  ownerId: string,
  requested: KeyRequest,
  { caller, request }: ChangeOrder<CreatedKeyView>,
  deps: AdministerDeps,
): Promise<CreatedKeyView> {
  const { owners, keys, journal } = deps;
  const now = deps.now();
  const [giver, , isFull] = await Promise.all([
    giverOf(caller, deps, now),
    requireOwner(ownerId, deps),
    keys.hasAtLeast(ownerId, MAX_KEYS, now),
  ]);
  if (ownerId !== giver.owner_id) requireOwnedAdmin(requested.scopes, caller);
  else requireWithinMember(requested, caller);
  const order =
    ownerId === giver.owner_id
      ? orderFrom(giver, requested, now)
      : keyOrder(requested, grantOfAdministrator(requested, giver, now), ownerId, giver.key_id);
  if (isFull) throw new AppError('conflict', tooManyKeys());
  const made = newKey(order, now);
  const answer = shown(made, caller);
  await keys.add(made.record, [
    ...(await request.claim(answer)),
    ...unlessDisallowed(caller, deps),
    owners.registered(ownerId, caller.keyId, now),
    ...journal.keyEvent('created', made.record, authorOf(caller, request), now),
  ]);
  return answer;
}

type ChangeRequest = Pick<ChangeOrder<unknown>, 'caller'> & {
  readonly request: RequestOrigin & { readonly revisions?: Revisions };
};

export interface OwnerChange {
  readonly limits?: SomeLimits | undefined;
  readonly suspended?: boolean | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Changes limits, suspends the owner or lifts the suspension, in one transaction with the audit entry and the event.
 *
 * @throws NotFoundError; PreconditionFailedError; AppError `conflict` for an owner that is being deleted,
 * `validation_failed`
 */
export async function changeOwner(
  ownerId: string,
  { limits = {}, suspended, reason = null }: OwnerChange,
  { caller, request }: ChangeRequest,
  deps: ChangeOwnerDeps,
): Promise<OwnerRecord> {
  const { owners, journal } = deps;
  if (reason !== null && suspended !== true) throw badField(['reason'], 'Only allowed with `suspended: true`.');
  const now = deps.now();
  const before = await requireOwner(ownerId, deps);
  if (before.deletion) throw ownerDeleted(ownerId);
  requireRevision(before.limits_revision, request.revisions, 'owner');
  const author = authorOf(caller, request);
  const suspension = suspensionChange(before, suspended, reason, caller.keyId, now);
  await owners.change(
    ownerId,
    { limits, suspension },
    [
      journal.entry('owner.updated', ownerId, { owner_id: ownerId }, author, now),
      ...(suspension === undefined ? [] : journal.suspensionEvent(ownerId, suspension, author, now)),
    ],
    { by: caller.keyId, now, revisions: request.revisions },
  );
  return requireOwner(ownerId, deps);
}

/** @returns undefined when nothing changes */
function suspensionChange(
  { suspension }: OwnerRecord,
  suspended: boolean | undefined,
  reason: string | null,
  by: string,
  now: Date,
): OwnerRecord['suspension'] | undefined {
  if (suspended === false) return suspension ? null : undefined;
  if (suspended === undefined || (suspension && suspension.reason === reason)) return undefined;
  return { at: suspension?.at ?? timestamp(now), by, reason };
}

export interface DeletionDeps extends Pick<AdministerDeps, 'keys' | 'now'> {
  readonly owners: Pick<DynamoOwnerStore, 'find' | 'markForDeletion'>;
  readonly journal: AuditJournal;
}

/**
 * Suspends an owner and marks it for deletion, in one transaction. The worker does the rest. Repetitions change
 * nothing, but can also delete records that were kept.
 *
 * @throws NotFoundError; AppError `validation_failed`, `conflict` for the caller's own owner
 */
export async function requestDeletion(
  ownerId: string,
  { confirm, records }: { readonly confirm: string; readonly records: DeletedRecords },
  { caller, request }: ChangeRequest,
  deps: DeletionDeps,
): Promise<OwnerRecord> {
  if (confirm !== ownerId) throw badQuery('confirm', `Must be ${ownerId}, the ID of the owner to delete.`);
  if (ownerId === caller.ownerId) {
    throw new AppError('conflict', 'An owner cannot delete itself. Send the request as another owner.');
  }
  const now = deps.now();
  const { deletion } = await requireOwner(ownerId, deps);
  const isDone = deletion && (deletion.records === 'delete' || records === 'keep');
  if (!isDone) {
    const entry = deps.journal.entry(
      'owner.deletion_requested',
      ownerId,
      { owner_id: ownerId },
      authorOf(caller, request),
      now,
    );
    await deps.owners.markForDeletion(ownerId, records, [entry], { by: caller.keyId, now });
  }
  return requireOwner(ownerId, deps);
}

/** An owner with a row, or with a key. @throws NotFoundError */
export async function requireOwner(
  ownerId: string,
  { owners, keys }: { readonly owners: Pick<DynamoOwnerStore, 'find'>; readonly keys: Pick<DynamoKeyStore, 'ofOwner'> },
): Promise<OwnerRecord> {
  const record = await owners.find(ownerId);
  if (record) return record;
  const [key] = await keys.ofOwner(ownerId, 1);
  if (!key) throw new NotFoundError('Owner', ownerId);
  return unrecordedOwner(ownerId);
}
