import { verifyDevice as endpoint } from '../../shared/contract/accounts/device.ts';
import type { DynamoDeviceCodes } from '../../shared/domain/accounts/device/dynamo-device-codes.ts';
import { countAttempt, type RequestWindows } from '../../shared/domain/accounts/device/request-windows.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { deviceCodes, requestWindows } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly codes: Pick<DynamoDeviceCodes, 'decide'>;
  readonly windows: Pick<RequestWindows, 'count'>;
  readonly now: Clock;
}

/** Successful attempts count too: no user signs in ten devices at a time. */
export const verifyDevice = implement(endpoint, async ({ body, caller }, { codes, windows, now }: Deps) => {
  const { ownerId, keyId } = caller;
  await countAttempt(ownerId, windows, now());
  const status = body.decision === 'approve' ? 'approved' : 'denied';
  const { program, address, askedAt } = await codes.decide({ ownerId, keyId, status }, body.user_code, now());
  return {
    message: status === 'approved' ? 'The device is signed in.' : 'The device was denied.',
    device: { program: program ?? null, address: address ?? null, asked_at: askedAt.toISOString() },
    scopes: status === 'approved' ? [...caller.scopes] : [],
  };
});

export const handler = serve(verifyDevice, (granted) => ({
  codes: deviceCodes(granted),
  windows: requestWindows(granted),
  now: systemClock,
}));
