import { getDeviceToken as endpoint } from '../../shared/contract/accounts/device.ts';
import { requireDeviceGrant } from '../../shared/domain/accounts/device/oauth.ts';
import { type RedeemDeps, redeemDeviceCode } from '../../shared/domain/accounts/device/redeem-device-code.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { redeemableCodes, requestWindows } from '../../shared/wiring/device.ts';
import { keyJournal, keyStore } from '../../shared/wiring/keys.ts';

export const getDeviceToken = implement(endpoint, async ({ body, request }, deps: RedeemDeps) => {
  requireDeviceGrant(body);
  const { text, seconds } = await redeemDeviceCode(body.device_code, request, deps);
  return { access_token: text, token_type: 'Bearer' as const, expires_in: seconds };
});

export const handler = serve(getDeviceToken, () => ({
  codes: redeemableCodes(),
  windows: requestWindows(),
  keys: keyStore(),
  journal: keyJournal(),
  now: systemClock,
}));
