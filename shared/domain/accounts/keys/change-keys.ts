import type * as z from 'zod';
import type { rotateKey } from '../../../contract/accounts/keys.ts';
import type { Caller, RequestOrigin } from '../../../contract/endpoint/caller.ts';
import type { CreatedKey, KeyRequest } from '../../../contract/shapes/api-key.ts';
import { lineagesOf } from '../../../contract/shapes/lineages.ts';
import type { Scope } from '../../../contract/shapes/scopes.ts';
import type { ClaimParts } from '../../../platform/aws/transact.ts';
import { type Clock, epochSeconds } from '../../../platform/clock.ts';
import { AppError, NotFoundError } from '../../../platform/errors.ts';
import { authorOf } from '../audit/audit-journal.ts';
import { alreadyRotated, type DynamoKeyStore } from './dynamo-key-store.ts';
import { findVisible, type GiverDeps, giverOf, isVisibleTo, requireOwnedAdmin, unlessMemberEnded } from './giver.ts';
import { type KeyOrder, type NewKey, newKey } from './issue-key.ts';
import type { KeyJournal } from './key-journal.ts';
import { descentFrom, isWithinLineageOf, type KeyRecord, keyView, sameDescent, scopesOf } from './key-record.ts';
import { type Grant, grantedLimits, grantedSuccessorEnd, grantOf, requireSamePermissions } from './key-rules.ts';
import { unlessDisallowed } from './still-allowed.ts';

/** Maximum number of an owner's valid keys. It bounds lists. Concurrent requests can exceed it by a few. */
export const MAX_KEYS = 200;

export interface ChangeKeysDeps {
  readonly keys: Pick<DynamoKeyStore, 'find' | 'findOwn' | 'hasAtLeast' | 'add' | 'rotate' | 'unlessRevoked'>;
  readonly members: GiverDeps['members'];
  readonly changes: GiverDeps['changes'];
  readonly journal: Pick<KeyJournal, 'keyEvent'>;
  readonly now: Clock;
}

/** Dependencies of revocations. */
export interface RevokeKeysDeps {
  readonly keys: Pick<DynamoKeyStore, 'find' | 'findOwn' | 'revoke'>;
  readonly journal: Pick<KeyJournal, 'keyEvent'>;
  readonly now: Clock;
}

export type CreatedKeyView = z.input<typeof CreatedKey>;

/** The caller, and the claim that stores the response under the request's Idempotency-Key. */
export interface ChangeOrder<Answer> {
  readonly caller: Caller;
  readonly request: RequestOrigin & { readonly claim: ClaimParts<Answer> };
}

type RotatedKeyView = z.input<(typeof rotateKey)['success']['body']>;

/** Creates a key for the caller's owner. @throws AppError as `grantOf`; `conflict` when the owner has too many keys */
export async function createOwnKey(
  requested: KeyRequest,
  { caller, request }: ChangeOrder<CreatedKeyView>,
  deps: ChangeKeysDeps,
): Promise<CreatedKeyView> {
  const { keys, journal } = deps;
  const now = deps.now();
  const [giver, isFull] = await Promise.all([
    giverOf(caller, deps, now),
    keys.hasAtLeast(caller.ownerId, MAX_KEYS, now),
  ]);
  requireWithinMember(requested, caller);
  const order = orderFrom(giver, requested, now);
  if (isFull) throw new AppError('conflict', tooManyKeys());
  const made = newKey(order, now);
  const answer = shown(made, caller);
  await keys.add(made.record, [
    ...(await request.claim(answer)),
    ...unlessDisallowed(caller, deps),
    ...journal.keyEvent('created', made.record, authorOf(caller, request), now),
  ]);
  return answer;
}

/** Replaces an own key. @throws AppError `conflict`; `insufficient_scope`, `forbidden` for one with more permissions */
export async function rotateOwnKey(
  keyId: string,
  { overlap_seconds: overlap = 86_400, expires_at: end }: { overlap_seconds?: number; expires_at?: string | null },
  { caller, request }: ChangeOrder<RotatedKeyView>,
  deps: ChangeKeysDeps,
): Promise<RotatedKeyView> {
  const { keys, journal } = deps;
  const now = deps.now();
  const [giver, old] = await Promise.all([giverOf(caller, deps, now), findVisible(caller, keyId, keys)]);
  if (old.rotated_to !== undefined) throw alreadyRotated(keyId);
  requireSamePermissions(old, giver);
  requireSameLineage(old, giver);
  if (old.member_id === undefined) requireOwnedAdmin(old.scopes, caller);
  const endsAt = Math.min(epochSeconds(now) + overlap, old.expires_at ?? Number.POSITIVE_INFINITY);

  const expiresAt = grantedSuccessorEnd(end, old.expires_at, giver, now);
  const made = newKey(successorOf(old, { expiresAt, createdBy: giver.key_id }, now), now);
  const replaced = { ...old, rotated_to: made.record.key_id, expires_at: endsAt };
  const people = caller.person ? [caller.person] : [];
  const answer = { ...shown(made, caller), previous: keyView(replaced, people) };
  await keys.rotate(old, endsAt, made.record, [
    ...(await request.claim(answer)),
    // A key that rotates itself is already part of this transaction.
    ...unlessDisallowed(caller, deps, { keyId: old.key_id }),
    ...(await unlessMemberEnded(old, caller, deps)),
    ...journal.keyEvent('rotated', replaced, authorOf(caller, request), now),
    ...journal.keyEvent('created', made.record, authorOf(caller, request), now),
  ]);
  return answer;
}

/** The usage of a limited key must also count for its limits after a rotation. */
function requireSameLineage(old: KeyRecord, giver: KeyRecord): void {
  if (isWithinLineageOf(old, giver)) return;
  const detail =
    'This API key has limits, so it can rotate only itself and keys of its lineage. Use a key without limits.';
  throw new AppError('forbidden', detail);
}

/** @throws NotFoundError also for a revoked key */
export async function revokeOwnKey(
  keyId: string,
  { caller, request }: { readonly caller: Caller; readonly request: RequestOrigin },
  { keys, journal, now }: RevokeKeysDeps,
): Promise<void> {
  const record = await findVisible(caller, keyId, keys);
  const time = now();
  await keys.revoke(keyId, time, journal.keyEvent('revoked', record, authorOf(caller, request), time));
}

export interface CompromisedKey {
  readonly scopes: readonly Scope[];
  readonly revokedAt: string;
}

/**
 * Revokes a key that strangers may have. A key that is revoked already is found too, so that a request whose response
 * was lost can be repeated.
 *
 * @throws NotFoundError for an unknown key, or that of another owner
 */
export async function revokeCompromisedKey(
  keyId: string,
  order: { readonly caller: Caller; readonly request: RequestOrigin },
  deps: RevokeKeysDeps,
): Promise<CompromisedKey> {
  try {
    await revokeOwnKey(keyId, order, deps);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  const record = await deps.keys.find(keyId);
  const { caller } = order;
  if (record?.owner_id !== caller.ownerId || record.revoked_at === null || !isVisibleTo(caller, record)) {
    throw new NotFoundError('API key', keyId);
  }
  return { scopes: scopesOf(record), revokedAt: record.revoked_at };
}

/** The limits of a member bound their keys at any time: a key cannot have more. @throws AppError `validation_failed` */
export function requireWithinMember(
  { limits }: KeyRequest,
  caller: Pick<Caller, 'keyId' | 'limits' | 'above' | 'person'>,
): void {
  const own = lineagesOf(caller).find(({ id }) => id === caller.person?.id);
  if (own !== undefined) grantedLimits(limits ?? {}, own.limits);
}

export function tooManyKeys(): string {
  return `An owner can have at most ${MAX_KEYS} API keys. Delete one first.`;
}

/** The order for a key that another key of the same owner creates. @throws AppError as `grantOf` */
export function orderFrom(giver: KeyRecord, requested: KeyRequest, now: Date): KeyOrder {
  const grant = grantOf(requested, giver, now);
  const descent = descentFrom(giver, grant.limits);
  return { ...keyOrder(requested, grant, giver.owner_id, giver.key_id), descent, memberId: giver.member_id };
}

export function keyOrder(requested: KeyRequest, grant: Grant, ownerId: string, createdBy: string): KeyOrder {
  return { ...grant, ownerId, name: requested.name ?? null, createdBy };
}

/** The only response that contains a key. Its copy for an Idempotency-Key is sealed. */
export function shown({ record, text }: NewKey, { person }: Pick<Caller, 'person'> = {}): CreatedKeyView {
  return { ...keyView(record, person ? [person] : []), key: text };
}

/** The order for the successor of a key, with the same permissions. */
export function successorOf(
  old: KeyRecord,
  own: { readonly expiresAt: Date | null; readonly createdBy: string },
  now: Date,
): KeyOrder {
  const { owner_id: ownerId, member_id: memberId, name, limits, not_before: start } = old;
  const isStillToBegin = start !== undefined && start * 1000 > now.getTime();
  return {
    ownerId,
    memberId,
    name,
    scopes: old.scopes === undefined ? undefined : scopesOf(old),
    limits,
    descent: sameDescent(old),
    notBefore: isStillToBegin ? new Date(start * 1000) : null,
    rotatedFrom: old.key_id,
    ...own,
  };
}
