import { getDeviceToken as endpoint } from '../../shared/contract/device.ts';
import { DynamoDeviceCodes } from '../../shared/domain/device/dynamo-device-codes.ts';
import { type RedeemDeps, redeemDeviceCode } from '../../shared/domain/device/redeem-device-code.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { keyJournal, keyStore } from '../../shared/wiring/keys.ts';

export const getDeviceToken = implement(endpoint, async ({ body, request }, deps: RedeemDeps) => {
  const { text, seconds } = await redeemDeviceCode(body.device_code, request, deps);
  return { access_token: text, token_type: 'Bearer' as const, expires_in: seconds };
});

export const handler = serve(getDeviceToken, () => {
  const tables = { deviceCodes: requireEnv('DEVICE_CODES_TABLE'), apiKeys: requireEnv('API_KEYS_TABLE') };
  return {
    codes: new DynamoDeviceCodes(documents(), tables),
    keys: keyStore(),
    journal: keyJournal(),
    now: systemClock,
  };
});
