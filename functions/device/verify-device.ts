import { documents } from '../../shared/aws/documents.ts';
import { type Clock, systemClock } from '../../shared/clock.ts';
import { verifyDevice as endpoint } from '../../shared/contract/device.ts';
import { DynamoDeviceCodes } from '../../shared/device/dynamo-device-codes.ts';
import { requireEnv } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';

interface Deps {
  readonly codes: Pick<DynamoDeviceCodes, 'countAttempt' | 'decide'>;
  readonly now: Clock;
}

/** Every attempt counts, also those that succeed: nobody has ten devices at once. */
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
