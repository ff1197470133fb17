import { verifyDevice as endpoint } from '../../shared/contract/accounts/device.ts';
import { knownScopes } from '../../shared/contract/shapes/scopes.ts';
import { deviceGrant } from '../../shared/domain/accounts/device/device-grant.ts';
import { deviceView } from '../../shared/domain/accounts/device/device-view.ts';
import { countAttempt } from '../../shared/domain/accounts/device/device-windows.ts';
import type { DynamoDeviceCodes } from '../../shared/domain/accounts/device/dynamo-device-codes.ts';
import type { DynamoKeyStore } from '../../shared/domain/accounts/keys/dynamo-key-store.ts';
import { giverOf } from '../../shared/domain/accounts/keys/giver.ts';
import type { RequestWindows } from '../../shared/domain/accounts/windows/request-windows.ts';
import { implement, reading } from '../../shared/http/operation/operation.ts';
import { readForm } from '../../shared/http/request/read-form.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { deviceCodes, keyStore, requestWindows } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly codes: Pick<DynamoDeviceCodes, 'findPending' | 'decide'>;
  readonly keys: Pick<DynamoKeyStore, 'find'>;
  readonly windows: Pick<RequestWindows, 'count'>;
  readonly now: Clock;
}

/** Successful attempts count too: no user signs in twenty devices at a time. */
export const verifyDevice = reading(
  readForm,
  implement(endpoint, async ({ body, caller }, { codes, keys, windows, now }: Deps) => {
    const { ownerId, keyId, credential } = caller;
    const { user_code: userCode, decision, ...choice } = body;
    const time = now();
    await countAttempt(ownerId, windows, time);
    const [device, giver] = await Promise.all([codes.findPending(userCode, time), giverOf(caller, { keys }, time)]);
    const grant = decision === 'approve' ? deviceGrant(device, choice, giver, time) : undefined;
    await codes.decide(device, { ownerId, keyId, isPerson: credential === 'token', grant }, time);
    return {
      message: grant ? 'Device signed in' : 'Sign-in denied',
      device: deviceView(device),
      scopes: [...knownScopes(grant?.scopes ?? [])],
      key_name: grant?.name ?? null,
      expires_at: grant ? new Date(grant.expires_at * 1000).toISOString() : null,
    };
  }),
);

export const handler = serve(verifyDevice, (granted) => ({
  codes: deviceCodes(granted),
  keys: keyStore(granted),
  windows: requestWindows(granted),
  now: systemClock,
}));
