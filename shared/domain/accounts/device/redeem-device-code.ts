import type { RequestOrigin } from '../../../contract/endpoint/caller.ts';
import { holds, knownScopes } from '../../../contract/shapes/scopes.ts';
import { type Clock, epochSeconds } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { authorOf } from '../audit/audit-journal.ts';
import { MAX_KEYS, tooManyKeys } from '../keys/change-keys.ts';
import type { DynamoKeyStore } from '../keys/dynamo-key-store.ts';
import { type GiverDeps, giverOf } from '../keys/giver.ts';
import { issueKey } from '../keys/issue-key.ts';
import type { KeyJournal } from '../keys/key-journal.ts';
import { descentFrom, type KeyRecord, scopesOf } from '../keys/key-record.ts';
import { unlessDisallowed } from '../keys/still-allowed.ts';
import { callerAddress } from '../windows/caller-address.ts';
import type { RequestWindows } from '../windows/request-windows.ts';
import { approverOf } from './approver.ts';
import { type DeviceRecord, hasExpired } from './codes.ts';
import { refuseStrayPolls, strayPolls } from './device-windows.ts';
import type { DynamoRedeemableCodes } from './dynamo-device-codes.ts';

export interface RedeemDeps {
  readonly codes: Pick<DynamoRedeemableCodes, 'poll' | 'redeem'>;
  readonly windows: Pick<RequestWindows, 'count' | 'remembered'>;
  readonly keys: Pick<DynamoKeyStore, 'find' | 'hasAtLeast' | 'unlessRevoked'>;
  readonly members: GiverDeps['members'];
  readonly changes: GiverDeps['changes'];
  readonly journal: Pick<KeyJournal, 'keyEvent'>;
  readonly now: Clock;
}

/** Issues the key for an approved code. No row contains it, only its hash. @throws AppError */
export async function redeemDeviceCode(
  deviceCode: string,
  request: RequestOrigin,
  { codes, windows, keys, members, changes, journal, now }: RedeemDeps,
): Promise<{ readonly text: string; readonly seconds: number; readonly scope: string }> {
  const time = now();
  const device = await pollDevice(deviceCode, callerAddress(request.sourceIp), { codes, windows }, time);
  const { ownerId, keyId, isPerson, granted } = approvalOf(device, time);
  const [approver, hasTooMany] = await Promise.all([
    approverOf({ ownerId, keyId, isPerson }, { keys, members }, time),
    keys.hasAtLeast(ownerId, MAX_KEYS, time),
  ]);
  if (!approver) throw gone();
  const giver = await giverOf(approver, { keys }, time);
  if (hasTooMany) throw new AppError('access_denied', tooManyKeys());
  const end = Math.min(granted.expires_at, giver.expires_at ?? Number.POSITIVE_INFINITY);
  if (end <= epochSeconds(time)) throw new AppError('access_denied', 'The key that was approved has already expired.');
  const scopes = knownScopes(granted.scopes).filter((scope) => holds(scopesOf(giver), scope));
  const { limits, member_id: memberId } = giver;
  const order = {
    ownerId,
    name: granted.name,
    expiresAt: new Date(end * 1000),
    scopes,
    limits,
    descent: descentFrom(giver, limits),
    memberId,
    createdBy: keyId,
  };
  const author = authorOf(approver, request);
  const add = (record: KeyRecord) =>
    codes.redeem(deviceCode, record, [
      ...unlessDisallowed(approver, { keys, changes }).map((part) => ({ ...part, lost: gone })),
      ...journal.keyEvent('created', record, author, time),
    ]);
  const { text } = await issueKey(order, { add }, time);
  return { text, seconds: end - epochSeconds(time), scope: scopes.join(' ') };
}

function approvalOf(device: DeviceRecord, now: Date) {
  const { status, owner_id: ownerId, key_id: keyId, by_person: isPerson = false, granted } = device;
  if (status === 'redeemed') throw new AppError('invalid_grant', 'The API key for this code was already issued.');
  if (hasExpired(device, now)) throw new AppError('expired_token', 'This device code has expired. Request a new one.');
  if (status === 'denied') throw new AppError('access_denied', 'The user denied the request.');
  if (ownerId === undefined || keyId === undefined || granted === undefined) {
    throw new AppError('authorization_pending', 'This device is not approved yet.');
  }
  return { ownerId, keyId, isPerson, granted };
}

function gone(): AppError {
  return new AppError('access_denied', 'The API key or the person that approved this device is no longer valid.');
}

/**
 * Polls for a device. Only early polls and polls with unknown codes count for an address, so that devices behind one
 * address do not block each other. @throws AppError `invalid_grant`, `slow_down`, `rate_limited`
 */
async function pollDevice(
  deviceCode: string,
  address: string,
  { codes, windows }: Pick<RedeemDeps, 'codes' | 'windows'>,
  now: Date,
): Promise<DeviceRecord> {
  refuseStrayPolls(address, windows, now);
  const polled = await codes.poll(deviceCode, now);
  if (polled !== undefined && 'code_hash' in polled) return polled;
  await windows.count(strayPolls, address, now);
  if (polled === undefined) throw new AppError('invalid_grant', 'Unknown device code. Request a new one.');
  const { intervalSeconds: interval } = polled;
  throw new AppError('slow_down', `Polling too fast. From now on, wait ${interval} seconds before each request.`, {
    extensions: { interval },
  });
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

interface TokenRequest {
  readonly grant_type?: string | undefined;
  readonly client_id?: string | undefined;
}

/**
 * Requires the grant of device codes. Existing command line clients send `device_code` alone, which is accepted too. An
 * empty parameter counts as missing (RFC 6749, 3.2).
 *
 * @throws AppError `unsupported_grant_type`, `malformed_request`
 */
export function requireDeviceGrant({ grant_type: grant = '', client_id: client = '' }: TokenRequest): void {
  if (grant === DEVICE_GRANT || (grant === '' && client === '')) return;
  const remedy = `Send grant_type=${DEVICE_GRANT}.`;
  if (grant === '') throw new AppError('malformed_request', `body.grant_type: This field is missing. ${remedy}`);
  throw new AppError('unsupported_grant_type', `body.grant_type: This grant is not supported. ${remedy}`);
}
