import type * as z from 'zod';
import type { createOwner } from '../../../contract/accounts/owners.ts';
import type { Caller, RequestOrigin } from '../../../contract/endpoint/caller.ts';
import type { KeyRequest } from '../../../contract/shapes/api-key.ts';
import { limitsOf, noLimits, type SomeLimits } from '../../../contract/shapes/limits.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError, type Revisions, requireRevision } from '../../../platform/errors.ts';
import {
  type ChangeOrder,
  type CreatedKeyView,
  keyOrder,
  MAX_KEYS,
  orderFrom,
  shown,
  tooManyKeys,
} from '../keys/change-keys.ts';
import { callingKey, type DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import { newKey } from '../keys/issue-key.ts';
import { type AuditJournal, authorOf, type KeyJournal } from '../keys/key-journal.ts';
import { grantOfAdministrator } from '../keys/key-rules.ts';
import { type DynamoOwnerStore, ownerExists } from './dynamo-owner-store.ts';
import { type OwnerRecord, ownerView } from './owner-record.ts';

export interface AdministerDeps {
  readonly owners: Pick<DynamoOwnerStore, 'find' | 'add' | 'setLimits' | 'registered'>;
  readonly keys: Pick<DynamoKeyStore, 'find' | 'ofOwner' | 'hasAtLeast' | 'add' | 'added' | 'unlessRevoked'>;
  readonly journal: KeyJournal;
  readonly now: Clock;
}

/** Dependencies of changes to limits, which publish no events. */
export interface LimitsDeps extends Omit<AdministerDeps, 'journal'> {
  readonly journal: AuditJournal;
}

type NewOwnerView = z.input<(typeof createOwner)['success']['body']>;
type OwnerOrder = z.output<(typeof createOwner)['body']>;

/** Creates an owner and its first key in one transaction. @throws AppError `conflict` */
export async function createNewOwner(
  { id, limits, key: requested }: OwnerOrder,
  { caller, request }: ChangeOrder<NewOwnerView>,
  { owners, keys, journal, now }: AdministerDeps,
): Promise<NewOwnerView> {
  const time = now();
  const [giver, [known]] = await Promise.all([callingKey(caller.keyId, keys, time), keys.ofOwner(id, 1)]);
  if (known) throw ownerExists(id);
  const author = authorOf(caller, request);
  const view = ownerView({
    owner_id: id,
    created_at: timestamp(time),
    created_by: caller.keyId,
    active_sandboxes: 0,
    limits_revision: 0,
    limits: limitsOf(limits ?? {}),
  });
  const made = requested
    ? newKey(keyOrder(requested, grantOfAdministrator(requested, giver, time), id, caller.keyId), time)
    : null;
  const answer = { ...view, key: made && shown(made) };
  await owners.add(id, limits ?? {}, caller.keyId, time, [
    ...(await request.claim(answer)),
    keys.unlessRevoked(giver),
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
    callingKey(caller.keyId, keys, now),
    requireOwner(ownerId, deps),
    keys.hasAtLeast(ownerId, MAX_KEYS, now),
  ]);
  const order =
    ownerId === giver.owner_id
      ? orderFrom(giver, requested, now)
      : keyOrder(requested, grantOfAdministrator(requested, giver, now), ownerId, giver.key_id);
  if (isFull) throw new AppError('conflict', tooManyKeys());
  const made = newKey(order, now);
  const answer = shown(made);
  await keys.add(made.record, [
    ...(await request.claim(answer)),
    keys.unlessRevoked(giver),
    owners.registered(ownerId, caller.keyId, now),
    ...journal.keyEvent('created', made.record, authorOf(caller, request), now),
  ]);
  return answer;
}

/** @throws NotFoundError; PreconditionFailedError */
export async function changeLimits(
  ownerId: string,
  limits: SomeLimits,
  {
    caller,
    request,
  }: { readonly caller: Caller; readonly request: RequestOrigin & { readonly revisions?: Revisions } },
  deps: LimitsDeps,
): Promise<OwnerRecord> {
  const { owners, journal } = deps;
  const now = deps.now();
  const { limits_revision: current } = await requireOwner(ownerId, deps);
  requireRevision(current, request.revisions, 'owner');
  const entry = journal.entry('owner.updated', ownerId, { owner_id: ownerId }, authorOf(caller, request), now);
  await owners.setLimits(ownerId, limits, [entry], { by: caller.keyId, now, revisions: request.revisions });
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
  if (!key) throw new NotFoundError('owner', ownerId);
  const none = { created_at: undefined, created_by: undefined, active_sandboxes: 0, limits_revision: 0 };
  return { owner_id: ownerId, ...none, limits: noLimits };
}
