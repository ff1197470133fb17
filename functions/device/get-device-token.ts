import { documents } from '../../shared/aws/documents.ts';
import { systemClock } from '../../shared/clock.ts';
import { getDeviceToken as endpoint } from '../../shared/contract/device.ts';
import { DynamoDeviceCodes } from '../../shared/device/dynamo-device-codes.ts';
import { type RedeemDeps, redeemDeviceCode } from '../../shared/device/redeem-device-code.ts';
import { requireEnv } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
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
