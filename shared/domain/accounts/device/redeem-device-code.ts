import type { RequestOrigin } from '../../../contract/endpoint/caller.ts';
import { knownScopes } from '../../../contract/shapes/scopes.ts';
import type { Clock } from '../../../platform/clock.ts';
import { MAX_KEYS, tooManyKeys } from '../keys/change-keys.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import { issueKey } from '../keys/issue-key.ts';
import { doerOf, type KeyJournal } from '../keys/key-journal.ts';
import { descentFrom, isUsable, type KeyRecord } from '../keys/key-record.ts';
import { callerAddress } from './caller-address.ts';
import { type DeviceRecord, hasExpired } from './codes.ts';
import type { DynamoRedeemableCodes } from './dynamo-device-codes.ts';
import { oauthError } from './oauth.ts';
import { requirePatience, strayPolls } from './request-limits.ts';
import type { RequestWindows } from './request-windows.ts';

/** How long a device stays signed in, in seconds. It ends earlier if the key that approved it expires earlier. */
const KEY_SECONDS = 90 * 24 * 3600;

export interface RedeemDeps {
  readonly codes: Pick<DynamoRedeemableCodes, 'poll' | 'redeem'>;
  readonly windows: Pick<RequestWindows, 'count' | 'remembered'>;
  readonly keys: Pick<DynamoKeyStore, 'find' | 'hasAsMany' | 'stillThere'>;
  readonly journal: Pick<KeyJournal, 'keyEvent'>;
  readonly now: Clock;
}

/** The key of an approved code. It is made now and shown once, so no row ever holds it. @throws AppError */
export async function redeemDeviceCode(
  deviceCode: string,
  request: RequestOrigin,
  { codes, windows, keys, journal, now }: RedeemDeps,
): Promise<{ readonly text: string; readonly seconds: number }> {
  const time = now();
  const device = await pollDevice(deviceCode, callerAddress(request.sourceIp), { codes, windows }, time);
  const { ownerId, keyId } = approvalOf(device, time);

  const gone = () => oauthError('access_denied', 'The API key that approved this device is no longer valid.');
  const [approver, hasTooMany] = await Promise.all([keys.find(keyId), keys.hasAsMany(ownerId, MAX_KEYS, time)]);
  if (!approver || !isUsable(approver, time)) throw gone();
  if (hasTooMany) throw oauthError('access_denied', tooManyKeys());
  const seconds = Math.floor(time.getTime() / 1000);
  const end = Math.min(seconds + KEY_SECONDS, approver.expires_at ?? Number.POSITIVE_INFINITY);
  // The device gets the rights of the key that approved it, and no more.
  const { scopes, limits } = approver;
  const order = {
    ownerId,
    name: 'device login',
    expiresAt: new Date(end * 1000),
    scopes: scopes === undefined ? undefined : knownScopes(scopes),
    limits,
    descent: descentFrom(approver, limits),
    createdBy: keyId,
  };
  const author = doerOf({ ownerId, keyId, keyName: approver.name }, request);
  const add = (record: KeyRecord) =>
    codes.redeem(deviceCode, record, [
      { ...keys.stillThere(approver), lost: gone },
      ...journal.keyEvent('created', record, author, time),
    ]);
  const { text } = await issueKey(order, { add }, time);
  return { text, seconds: end - seconds };
}

function approvalOf(device: DeviceRecord, now: Date): { readonly ownerId: string; readonly keyId: string } {
  const { status, owner_id: ownerId, key_id: keyId } = device;
  if (status === 'redeemed') throw oauthError('invalid_grant', 'The API key for this code was already issued.');
  if (hasExpired(device, now)) throw oauthError('expired_token', 'This device code has expired. Request a new one.');
  if (status === 'denied') throw oauthError('access_denied', 'The user denied the request.');
  if (ownerId === undefined || keyId === undefined) {
    throw oauthError('authorization_pending', 'This device is not approved yet.');
  }
  return { ownerId, keyId };
}

interface PollDeps {
  readonly codes: Pick<DynamoRedeemableCodes, 'poll'>;
  readonly windows: Pick<RequestWindows, 'count' | 'remembered'>;
}

/**
 * One poll of a device. Only polls for unknown codes and those that come too soon count against their address, so that
 * devices behind one address never hinder each other. @throws AppError `invalid_grant`, `slow_down`, `rate_limited`
 */
async function pollDevice(
  deviceCode: string,
  address: string,
  { codes, windows }: PollDeps,
  now: Date,
): Promise<DeviceRecord> {
  requirePatience(address, windows, now);
  const polled = await codes.poll(deviceCode, now);
  if (polled !== undefined && 'code_hash' in polled) return polled;
  await windows.count(strayPolls, address, now);
  if (polled === undefined) throw oauthError('invalid_grant', 'Unknown device code. Request a new one.');
  const { intervalSeconds: interval } = polled;
  throw oauthError('slow_down', `Polling too fast. From now on, wait ${interval} seconds before each request.`, {
    interval,
  });
}
