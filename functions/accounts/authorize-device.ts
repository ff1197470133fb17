import { authorizeDevice as endpoint } from '../../shared/contract/accounts/device.ts';
import { CODE_SECONDS, newDeviceCode, newUserCode, POLL_SECONDS } from '../../shared/domain/accounts/device/codes.ts';
import { deviceProgramOf } from '../../shared/domain/accounts/device/device-program.ts';
import { countLogin } from '../../shared/domain/accounts/device/device-windows.ts';
import type { DynamoDeviceCodes } from '../../shared/domain/accounts/device/dynamo-device-codes.ts';
import { callerAddress } from '../../shared/domain/accounts/windows/caller-address.ts';
import type { RequestWindows } from '../../shared/domain/accounts/windows/request-windows.ts';
import { oauthFailures } from '../../shared/http/answers/oauth-failures.ts';
import { failingAs, implement, reading } from '../../shared/http/operation/operation.ts';
import { readForm } from '../../shared/http/request/read-form.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { retryLostRaces } from '../../shared/platform/errors.ts';
import { deviceCodes, requestWindows } from '../../shared/wiring/accounts.ts';

interface Deps {
  readonly codes: Pick<DynamoDeviceCodes, 'add'>;
  readonly windows: Pick<RequestWindows, 'count'>;
  /** The public URL of the API, without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly now: Clock;
}

/** If a code is already in use, which is very rare, another one is tried. */
export const authorizeDevice = failingAs(
  oauthFailures,
  reading(
    readForm,
    implement(endpoint, async ({ body, request }, { codes, windows, publicBaseUrl, now }: Deps) => {
      await countLogin(callerAddress(request.sourceIp), windows, now());
      return retryLostRaces(async () => {
        const [deviceCode, userCode] = [newDeviceCode(), newUserCode()];
        await codes.add(deviceCode, userCode, now(), deviceProgramOf(request, body));
        const page = request.consoleUrl ? `${request.consoleUrl}/device` : `${publicBaseUrl}/oauth/device/verify`;
        return {
          device_code: deviceCode,
          user_code: userCode,
          verification_uri: page,
          verification_uri_complete: `${page}?user_code=${userCode}`,
          expires_in: CODE_SECONDS,
          interval: POLL_SECONDS,
        };
      });
    }),
  ),
);

export const handler = serve(authorizeDevice, (granted) => ({
  codes: deviceCodes(granted),
  windows: requestWindows(granted),
  publicBaseUrl: requireEnv('PUBLIC_BASE_URL'),
  now: systemClock,
}));
