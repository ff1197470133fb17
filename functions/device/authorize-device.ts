import { authorizeDevice as endpoint } from '../../shared/contract/device.ts';
import { CODE_SECONDS, newDeviceCode, newUserCode, POLL_SECONDS } from '../../shared/domain/device/codes.ts';
import { DynamoDeviceCodes } from '../../shared/domain/device/dynamo-device-codes.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { retryLostRaces } from '../../shared/platform/errors/retry-lost-races.ts';

interface Deps {
  readonly codes: Pick<DynamoDeviceCodes, 'add'>;
  /** Where people reach the API, without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly now: Clock;
}

/** Should a code be taken, which one of thousands of millions may be, others are made. */
export const authorizeDevice = implement(endpoint, (_input, { codes, publicBaseUrl, now }: Deps) =>
  retryLostRaces(async () => {
    const [deviceCode, userCode] = [newDeviceCode(), newUserCode()];
    await codes.add(deviceCode, userCode, now());
    const page = `${publicBaseUrl}/oauth/device/verify`;
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: CODE_SECONDS,
      interval: POLL_SECONDS,
    };
  }),
);

export const handler = serve(authorizeDevice, () => ({
  codes: new DynamoDeviceCodes(documents(), { deviceCodes: requireEnv('DEVICE_CODES_TABLE') }),
  publicBaseUrl: requireEnv('PUBLIC_BASE_URL'),
  now: systemClock,
}));
