import { getDeviceRequest as endpoint } from '../../shared/contract/accounts/device.ts';
import { grantedEnd, offeredScopes } from '../../shared/domain/accounts/device/device-grant.ts';
import { keyNameOf, scopesIn } from '../../shared/domain/accounts/device/device-program.ts';
import { deviceView } from '../../shared/domain/accounts/device/device-view.ts';
import { countAttempt } from '../../shared/domain/accounts/device/device-windows.ts';
import type { DynamoDeviceCodes } from '../../shared/domain/accounts/device/dynamo-device-codes.ts';
import type { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { giverOf } from '../../shared/domain/accounts/keys/giver.ts';
import type { RequestWindows } from '../../shared/domain/accounts/windows/request-windows.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { deviceCodes, keyStore, requestWindows } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly codes: Pick<DynamoDeviceCodes, 'findPending'>;
  readonly keys: Pick<DynamoKeyStore, 'find'>;
  readonly windows: Pick<RequestWindows, 'count'>;
  readonly now: Clock;
}

/** Counts like a decision: a code that is found here can be approved. */
export const getDeviceRequest = implement(endpoint, async ({ params, caller }, { codes, keys, windows, now }: Deps) => {
  const time = now();
  await countAttempt(caller.ownerId, windows, time);
  const [device, giver] = await Promise.all([
    codes.findPending(params.user_code, time),
    giverOf(caller, { keys }, time),
  ]);
  return {
    device: deviceView(device),
    expires_at: new Date(device.expires_at * 1000).toISOString(),
    requested_scopes: [...scopesIn(device.requested_scopes.join(' '))],
    scopes: [...offeredScopes(device, giver)],
    key_name: keyNameOf(device),
    key_expires_at: new Date(grantedEnd(undefined, giver, time) * 1000).toISOString(),
  };
});

export const handler = serve(getDeviceRequest, (granted) => ({
  codes: deviceCodes(granted),
  keys: keyStore(granted),
  windows: requestWindows(granted),
  now: systemClock,
}));
