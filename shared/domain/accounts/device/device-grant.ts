import { defaultScopes, holds, type Scope } from '../../../contract/shapes/scopes.ts';
import { epochSeconds } from '../../../platform/clock.ts';
import { AppError, badField } from '../../../platform/errors.ts';
import { type KeyRecord, scopesOf } from '../keys/key-record.ts';
import { requireScopes } from '../keys/key-rules.ts';
import type { DeviceRecord } from './codes.ts';
import { keyNameOf, scopesIn, wordsOf } from './device-program.ts';

/** Lifetime of a device's key in seconds, if the approval names no end. */
const KEY_SECONDS = 90 * 24 * 3600;

/** What an approval names. */
export interface Choice {
  readonly scope?: string | undefined;
  readonly key_name?: string | undefined;
  readonly expires_at?: string | undefined;
}

export type DeviceGrant = NonNullable<DeviceRecord['granted']>;

/**
 * What a device gets. A program that asked for no scopes is offered the default ones of a key, but for those that make
 * further keys.
 */
export function offeredScopes({ requested_scopes: requested }: DeviceRecord, giver: KeyRecord): readonly Scope[] {
  const asked =
    requested.length > 0 ? scopesIn(requested.join(' ')) : defaultScopes.filter((one) => one !== 'keys:write');
  const held = scopesOf(giver);
  return asked.filter((scope) => holds(held, scope));
}

/** The end of a device's key in seconds since 1970: never later than that of the approving key. */
export function grantedEnd(chosen: string | undefined, giver: Pick<KeyRecord, 'expires_at'>, now: Date): number {
  const wanted = chosen === undefined ? epochSeconds(now) + KEY_SECONDS : epochSeconds(new Date(chosen));
  if (wanted <= epochSeconds(now)) throw badField(['expires_at'], 'Must be in the future.');
  return Math.min(wanted, giver.expires_at ?? Number.POSITIVE_INFINITY);
}

/** @throws AppError `validation_failed`; `insufficient_scope` for scopes that the approving key lacks */
export function deviceGrant(device: DeviceRecord, choice: Choice, giver: KeyRecord, now: Date): DeviceGrant {
  return {
    name: choice.key_name ?? keyNameOf(device),
    scopes: [...(choice.scope === undefined ? offered(device, giver) : chosen(choice.scope, giver))],
    expires_at: grantedEnd(choice.expires_at, giver, now),
  };
}

function offered(device: DeviceRecord, giver: KeyRecord): readonly Scope[] {
  const scopes = offeredScopes(device, giver);
  if (scopes.length > 0) return scopes;
  const detail =
    'You have none of the scopes that the program asks for. Choose other scopes, or approve it with another key.';
  throw new AppError('insufficient_scope', detail);
}

function chosen(scope: string, giver: KeyRecord): readonly Scope[] {
  const scopes = scopesIn(scope);
  const unknown = wordsOf(scope).find((word) => !scopes.some((one) => one === word));
  if (unknown !== undefined) throw badField(['scope'], `The scope ${unknown} does not exist.`);
  if (scopes.length === 0) throw badField(['scope'], 'Name at least one scope.');
  requireScopes(scopes, giver);
  return scopes;
}
