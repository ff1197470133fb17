import type { KeyRequest } from '../../../contract/shapes/api-key.ts';
import { type Limits, type LimitsRequest, limitNames, limitsOf, lowerLimit } from '../../../contract/shapes/limits.ts';
import { defaultScopes, holds, type Scope } from '../../../contract/shapes/scopes.ts';
import { AppError, badField } from '../../../platform/errors.ts';
import { type KeyRecord, scopesOf } from './key-record.ts';

/** The permissions of a new key: never more than the creating key has. */
export interface Grant {
  /** Absent: the default scopes. */
  readonly scopes: readonly Scope[] | undefined;
  readonly limits: Limits;
  readonly notBefore: Date | null;
  readonly expiresAt: Date | null;
}

/** The grant for a key of the same owner. @throws AppError `insufficient_scope`, `validation_failed` */
export function grantOf(requested: KeyRequest, giver: KeyRecord, now: Date): Grant {
  return {
    scopes: grantedScopes(requested.scopes ?? undefined, giver),
    limits: grantedLimits(requested.limits ?? {}, giver.limits),
    ...grantedTimes(requested, giver.expires_at, now),
  };
}

/** The grant for a key of another owner: only keys with the scope `admin` expire with the administrator's key. */
export function grantOfAdministrator(requested: KeyRequest, giver: KeyRecord, now: Date): Grant {
  const scopes = requested.scopes ?? undefined;
  requireScopes(scopes ?? [], giver);
  const latest = scopes?.includes('admin') ? giver.expires_at : null;
  return { scopes, limits: limitsOf(requested.limits ?? {}), ...grantedTimes(requested, latest, now) };
}

/** @throws AppError `insufficient_scope` when a key would grant scopes that it lacks */
export function requireScopes(wanted: readonly Scope[], giver: KeyRecord): void {
  const held = scopesOf(giver);
  const missing = wanted.find((scope) => !holds(held, scope));
  if (missing === undefined) return;
  throw new AppError('insufficient_scope', `You do not have the scope ${missing}, so you cannot grant it.`, {
    extensions: { required_scope: missing },
  });
}

function grantedScopes(wanted: readonly Scope[] | undefined, giver: KeyRecord): readonly Scope[] | undefined {
  requireScopes(wanted ?? [], giver);
  if (wanted !== undefined) return wanted;
  const held = scopesOf(giver);
  const own = defaultScopes.filter((scope) => holds(held, scope));
  return own.length === defaultScopes.length ? undefined : own;
}

export function grantedLimits(wanted: LimitsRequest, own: Limits): Limits {
  const granted = limitNames.map((name) => {
    const [requested, most] = [wanted[name] ?? null, own[name]];
    if (requested !== null && most !== null && requested > most)
      throw badField(['limits', name], `Must be at most ${most}, which is your own limit.`);
    return [name, requested ?? most] as const;
  });
  return limitsOf(Object.fromEntries(granted));
}

/** @param latest the latest end of the new key, in seconds since 1970 */
function grantedTimes(requested: Pick<KeyRequest, 'not_before' | 'expires_at'>, latest: number | null, now: Date) {
  const notBefore = dateOf(requested.not_before);
  const expiresAt = grantedEnd(requested.expires_at, latest, now);
  if (notBefore && expiresAt && notBefore >= expiresAt) {
    throw badField(['not_before'], 'Must be before expires_at.');
  }
  return { notBefore, expiresAt };
}

/** The requested end, or the end of the creating key. @throws AppError `validation_failed` */
function grantedEnd(requested: string | null | undefined, latest: number | null, now: Date): Date | null {
  const wanted = dateOf(requested);
  const most = latest === null ? null : new Date(latest * 1000);
  if (wanted && wanted <= now) throw badField(['expires_at'], 'Must be in the future.');
  if (wanted && most && wanted > most) {
    throw badField(['expires_at'], `Must be no later than ${most.toISOString()}, when the calling key expires.`);
  }
  return wanted ?? most;
}

/** A rotation must not give the caller more permissions. @throws AppError `insufficient_scope`, `forbidden` */
export function requireSamePermissions(old: KeyRecord, giver: KeyRecord): void {
  requireScopes(scopesOf(old), giver);
  const narrow = lowerLimit(giver.limits, old.limits);
  if (narrow !== undefined) throw narrower(`its limit of ${narrow} is lower`);
}

/** The requested end of a successor, or the old key's. @throws AppError `validation_failed`, `forbidden` */
export function grantedSuccessorEnd(
  requested: string | null | undefined,
  oldEnd: number | null,
  giver: KeyRecord,
  now: Date,
): Date | null {
  if (requested) return grantedEnd(requested, giver.expires_at, now);
  if (oldEnd !== null && oldEnd * 1000 <= now.getTime()) {
    throw badField(['expires_at'], 'The key has expired. Send an expiry time for the new key.');
  }
  if (giver.expires_at !== null && (oldEnd ?? Number.POSITIVE_INFINITY) > giver.expires_at) {
    throw narrower('it expires earlier');
  }
  return oldEnd === null ? null : new Date(oldEnd * 1000);
}

function narrower(how: string): AppError {
  return new AppError('forbidden', `This API key cannot rotate a key with wider permissions: ${how}.`);
}

function dateOf(time: string | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(time);
}
