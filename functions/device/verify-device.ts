import { verifyDevice as endpoint } from '../../shared/contract/device.ts';
import { DynamoDeviceCodes } from '../../shared/domain/device/dynamo-device-codes.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { requireEnv } from '../../shared/platform/env.ts';

interface Deps {
  readonly codes: Pick<DynamoDeviceCodes, 'countAttempt' | 'decide'>;
  readonly now: Clock;
}

/** Every attempt counts, also those that succeed: no user has ten devices at once. */
export const verifyDevice = implement(endpoint, async ({ body, caller }, { codes, now }: Deps) => {
  const { ownerId, keyId } = caller;
  await codes.countAttempt(ownerId, now());
  const status = body.decision === 'approve' ? 'approved' : 'denied';
  await codes.decide({ ownerId, keyId, status }, body.user_code, now());
  return { message: status === 'approved' ? 'The device is logged in.' : 'The device was refused.' };
});

export const handler = serve(verifyDevice, () => ({
  codes: new DynamoDeviceCodes(documents(), { deviceCodes: requireEnv('DEVICE_CODES_TABLE') }),
  now: systemClock,
}));
