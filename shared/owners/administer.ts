import type * as z from 'zod';
import { type Clock, timestamp } from '../clock.ts';
import type { KeyRequest } from '../contract/keys.ts';
import type { createOwner, createOwnerKey } from '../contract/owners.ts';
import { NotFoundError } from '../errors.ts';
import type { Caller, Input, RequestContext } from '../http/endpoint.ts';
import { type CreatedKeyView, orderOf, requireRoom, shown } from '../keys/change-keys.ts';
import { newKey } from '../keys/issue-key.ts';
import { doerOf, type KeyJournal } from '../keys/key-journal.ts';
import { grantOfAdministrator } from '../keys/key-rules.ts';
import { callingKey, type DynamoKeyStore } from '../keys/key-store.ts';
import { type OwnerRecord, ownerView } from './owner-record.ts';
import { type DynamoOwnerStore, type LimitChanges, ownerExists } from './owner-store.ts';

export interface AdministerDeps {
  readonly owners: Pick<DynamoOwnerStore, 'find' | 'add' | 'setLimits' | 'registered'>;
  readonly keys: Pick<DynamoKeyStore, 'find' | 'ofOwner' | 'hasAsMany' | 'add' | 'added' | 'stillThere'>;
  readonly journal: KeyJournal;
  readonly now: Clock;
}

type Ask<E extends typeof createOwner | typeof createOwnerKey> = Pick<Input<E>, 'caller' | 'request'>;
type OwnerOrder = z.output<(typeof createOwner)['body']>;

/** Owner and first key come to be in one transaction. @throws AppError `conflict` when the owner is there already, on record or with a key. */
export async function createNewOwner(
  { id, limits, key: wish }: OwnerOrder,
  { caller, request }: Ask<typeof createOwner>,
  { owners, keys, journal, now }: AdministerDeps,
): Promise<z.input<(typeof createOwner)['success']['body']>> {
  const time = now();
  const [giver, [known]] = await Promise.all([callingKey(caller.keyId, keys, time), keys.ofOwner(id, 1)]);
  if (known) throw ownerExists(id);
  const doer = doerOf(caller, request);
  const record = { owner_id: id, created_at: timestamp(time), created_by: caller.keyId, active_sandboxes: 0 };
  const view = { ...ownerView(record), limits: allLimits(limits ?? {}) };
  const made = wish ? newKey(orderOf(wish, grantOfAdministrator(wish, giver, time), id, caller), time) : null;
  const answer = { ...view, key: made && shown(made) };
  await owners.add(id, limits ?? {}, caller.keyId, time, [
    ...(await request.claim(answer)),
    keys.stillThere(giver),
    journal.entry('owner.created', id, { owner_id: id }, doer, time),
    ...(made ? [keys.added(made.record), ...journal.keyEvent('created', made.record, doer, time)] : []),
  ]);
  return answer;
}

/** @throws NotFoundError; AppError `conflict` when the owner has too many. */
export async function createKeyOf(
  ownerId: string,
  wish: KeyRequest,
  { caller, request }: Ask<typeof createOwnerKey>,
  deps: AdministerDeps,
): Promise<CreatedKeyView> {
  const { owners, keys, journal } = deps;
  const now = deps.now();
  const [giver] = await Promise.all([callingKey(caller.keyId, keys, now), requireOwner(ownerId, deps)]);
  const order = orderOf(wish, grantOfAdministrator(wish, giver, now), ownerId, caller);
  await requireRoom(ownerId, keys, now);
  const made = newKey(order, now);
  const answer = shown(made);
  await keys.add(made.record, [
    ...(await request.claim(answer)),
    keys.stillThere(giver),
    owners.registered(ownerId, caller.keyId, now),
    ...journal.keyEvent('created', made.record, doerOf(caller, request), now),
  ]);
  return answer;
}

/** @throws NotFoundError */
export async function changeLimits(
  ownerId: string,
  limits: LimitChanges,
  { caller, request }: { readonly caller: Caller; readonly request: RequestContext },
  deps: AdministerDeps,
): Promise<OwnerRecord> {
  const { owners, journal } = deps;
  const now = deps.now();
  await requireOwner(ownerId, deps);
  const entry = journal.entry('owner.updated', ownerId, { owner_id: ownerId }, doerOf(caller, request), now);
  await owners.setLimits(ownerId, limits, [entry], { by: caller.keyId, now });
  return requireOwner(ownerId, deps);
}

/** An owner who is on record, or who has a key from before owners were. @throws NotFoundError */
export async function requireOwner(
  ownerId: string,
  { owners, keys }: { readonly owners: Pick<DynamoOwnerStore, 'find'>; readonly keys: Pick<DynamoKeyStore, 'ofOwner'> },
): Promise<OwnerRecord> {
  const record = await owners.find(ownerId);
  if (record) return record;
  const [key] = await keys.ofOwner(ownerId, 1);
  if (!key) throw new NotFoundError('owner', ownerId);
  return { owner_id: ownerId, active_sandboxes: 0 };
}

function allLimits(limits: LimitChanges) {
  const {
    sandboxes = null,
    requests_per_minute = null,
    monthly_budget_usd = null,
    monthly_sandbox_hours = null,
  } = limits;
  return { sandboxes, requests_per_minute, monthly_budget_usd, monthly_sandbox_hours };
}
