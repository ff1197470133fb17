import type { KeyRequest, LimitsRequest } from '../contract/keys.ts';
import { AppError } from '../errors.ts';
import { badField } from '../http/bad-field.ts';
import { defaultScopes, holds, type Scope } from '../http/scopes.ts';
import type { KeyLimitsRecord, KeyRecord } from './key-record.ts';
import { scopesOf } from './key-view.ts';
import { limitNames } from './limit-names.ts';

/** What one key may hand on to another: never more than it has itself. */
export interface Grant {
  /** Absent: everything that is the owner's own. */
  readonly scopes: readonly Scope[] | undefined;
  readonly limits: KeyLimitsRecord;
  readonly notBefore: Date | null;
  readonly expiresAt: Date | null;
}

/**
 * What becomes of a wish for a key of the same owner.
 *
 * @throws AppError `insufficient_scope`, or `validation_failed` for a time or a limit that the giver cannot give.
 */
export function grantOf(wish: KeyRequest, giver: KeyRecord, now: Date): Grant {
  return {
    scopes: grantedScopes(wish.scopes ?? undefined, giver),
    limits: grantedLimits(wish.limits ?? {}, giver.limits ?? {}),
    ...grantedTimes(wish, giver.expires_at, now),
  };
}

/** For another owner: what that one's keys may do and cost is not measured by the administrator's own key. Only a further administrator ends with it. */
export function grantOfAdministrator(wish: KeyRequest, giver: KeyRecord, now: Date): Grant {
  const scopes = wish.scopes ?? undefined;
  requireScopes(scopes ?? [], giver);
  const latest = scopes?.includes('admin') ? giver.expires_at : null;
  return { scopes, limits: stored(wish.limits ?? {}), ...grantedTimes(wish, latest, now) };
}

/** @throws AppError `insufficient_scope`: whoever gets hold of a key's successor can do what that key can. */
export function requireScopes(wanted: readonly Scope[], giver: KeyRecord): void {
  const held = scopesOf(giver);
  const missing = wanted.find((scope) => !holds(held, scope));
  if (missing === undefined) return;
  throw new AppError('insufficient_scope', `this API key lacks the scope ${missing}, so it cannot give it`, {
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

function grantedLimits(wanted: LimitsRequest, own: KeyLimitsRecord): KeyLimitsRecord {
  for (const name of limitNames) {
    const [wish, most] = [wanted[name] ?? undefined, own[name]];
    if (wish === undefined || most === undefined || wish <= most) continue;
    throw badField(['limits', name], `the calling key itself is limited to ${most}`);
  }
  return { ...own, ...stored(wanted) };
}

/** Without those that are no limits. */
export function stored(limits: LimitsRequest): KeyLimitsRecord {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const limit = limits[name];
      return limit === null || limit === undefined ? [] : [[name, limit]];
    }),
  );
}

/** @param latest when the new key has to end, in seconds since 1970 */
function grantedTimes(wish: Pick<KeyRequest, 'not_before' | 'expires_at'>, latest: number | null, now: Date) {
  const notBefore = dateOf(wish.not_before);
  const expiresAt = grantedEnd(wish.expires_at, latest, now);
  if (notBefore && expiresAt && notBefore >= expiresAt) {
    throw badField(['not_before'], 'the key would end before it begins');
  }
  return { notBefore, expiresAt };
}

/** When a key ends that is to end then, or with the key that gives it. @throws AppError `validation_failed` */
export function grantedEnd(wish: string | null | undefined, latest: number | null, now: Date): Date | null {
  const wanted = dateOf(wish);
  const most = latest === null ? null : new Date(latest * 1000);
  if (wanted && wanted <= now) throw badField(['expires_at'], 'this time is over');
  if (wanted && most && wanted > most) {
    throw badField(['expires_at'], `the calling key itself ends at ${most.toISOString()}`);
  }
  return wanted ?? most;
}

/**
 * Whoever rotates a key holds its successor in their hands, so they must not gain by it.
 *
 * @throws AppError `insufficient_scope`, or `forbidden` when the old key is less limited than the one that rotates it.
 */
export function requireAsWide(old: KeyRecord, giver: KeyRecord): void {
  requireScopes(scopesOf(old), giver);
  const narrow = limitNames.find((name) => {
    const most = giver.limits?.[name];
    return most !== undefined && (old.limits?.[name] ?? Number.POSITIVE_INFINITY) > most;
  });
  if (narrow !== undefined) throw narrower(`its limit of ${narrow} is lower`);
}

/** When a successor ends: when it is said to, or when the old key would have. @throws AppError `validation_failed` or `forbidden` */
export function grantedSuccessorEnd(
  wish: string | null | undefined,
  oldEnd: number | null,
  giver: KeyRecord,
  now: Date,
): Date | null {
  if (wish) return grantedEnd(wish, giver.expires_at, now);
  if (oldEnd !== null && oldEnd * 1000 <= now.getTime()) {
    throw badField(['expires_at'], 'the key has ended; say when the new one is to end');
  }
  if (giver.expires_at !== null && (oldEnd ?? Number.POSITIVE_INFINITY) > giver.expires_at) {
    throw narrower('it ends earlier');
  }
  return oldEnd === null ? null : new Date(oldEnd * 1000);
}

function narrower(how: string): AppError {
  return new AppError('forbidden', `this API key cannot rotate a wider one: ${how}`);
}

function dateOf(time: string | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(time);
}
