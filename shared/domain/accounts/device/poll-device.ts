import type { DeviceRecord } from './device-record.ts';
import type { DynamoDeviceCodes } from './dynamo-device-codes.ts';
import { oauthError } from './oauth-error.ts';
import { requirePatience, strayPolls } from './request-limits.ts';
import type { RequestWindows } from './request-windows.ts';

interface PollDeps {
  readonly codes: Pick<DynamoDeviceCodes, 'poll'>;
  readonly windows: Pick<RequestWindows, 'count' | 'remembered'>;
}

/**
 * One poll of a device. Only polls for unknown codes and those that come too soon count against their address, so that
 * devices behind one address never hinder each other. @throws AppError `invalid_grant`, `slow_down`, `rate_limited`
 */
export async function pollDevice(
  deviceCode: string,
  address: string,
  { codes, windows }: PollDeps,
  now: Date,
): Promise<DeviceRecord> {
  requirePatience(address, windows, now);
  const polled = await codes.poll(deviceCode, now);
  if (polled !== undefined && 'code_hash' in polled) return polled;
  await windows.count(strayPolls, address, now);
  if (polled === undefined) throw oauthError('invalid_grant', 'this device code does not exist; ask for a new one');
  const { intervalSeconds: interval } = polled;
  throw oauthError('slow_down', `polls came too soon; wait ${interval} seconds before each from now on`, { interval });
}
