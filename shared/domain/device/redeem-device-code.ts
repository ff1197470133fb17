import type { RequestOrigin } from '../../contract/caller.ts';
import { knownScopes } from '../../contract/shapes/scopes.ts';
import type { Clock } from '../../platform/clock.ts';
import { descentFrom } from '../keys/descent.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import { issueKey } from '../keys/issue-key.ts';
import { doerOf, type KeyJournal } from '../keys/key-journal.ts';
import { isUsable, type KeyRecord } from '../keys/key-record.ts';
import { type DeviceRecord, hasExpired } from './device-record.ts';
import type { DynamoDeviceCodes } from './dynamo-device-codes.ts';
import { oauthError } from './oauth-error.ts';

/** How long a device stays logged in, in seconds. The key that approved it may end it earlier. */
const KEY_SECONDS = 90 * 24 * 3600;

export interface RedeemDeps {
  readonly codes: Pick<DynamoDeviceCodes, 'poll' | 'redeem'>;
  readonly keys: Pick<DynamoKeyStore, 'find' | 'stillThere'>;
  readonly journal: Pick<KeyJournal, 'keyEvent'>;
  readonly now: Clock;
}

/** The key of an approved code. It is made now and shown once, so no row ever holds it. @throws AppError */
export async function redeemDeviceCode(
  deviceCode: string,
  request: RequestOrigin,
  { codes, keys, journal, now }: RedeemDeps,
): Promise<{ readonly text: string; readonly seconds: number }> {
  const time = now();
  const device = await codes.poll(deviceCode, time);
  if (device === undefined) throw oauthError('invalid_grant', 'this device code does not exist');
  if (device === 'too soon') throw oauthError('slow_down', 'wait five seconds longer between two polls');
  const { ownerId, keyId } = approvalOf(device, time);

  const gone = () => oauthError('access_denied', 'the key that approved it works no more');
  const approver = await keys.find(keyId);
  if (!approver || !isUsable(approver, time)) throw gone();
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
  if (status === 'redeemed') throw oauthError('invalid_grant', 'the key for this code was handed out already');
  if (hasExpired(device, now)) throw oauthError('expired_token', 'this device code has expired; ask for a new one');
  if (status === 'denied') throw oauthError('access_denied', 'the request was refused');
  if (ownerId === undefined || keyId === undefined) {
    throw oauthError('authorization_pending', 'nobody has approved this device yet');
  }
  return { ownerId, keyId };
}
