import { getDeviceToken as endpoint } from '../../shared/contract/accounts/device.ts';
import {
  type RedeemDeps,
  redeemDeviceCode,
  requireDeviceGrant,
} from '../../shared/domain/accounts/device/redeem-device-code.ts';
import { oauthFailures } from '../../shared/http/answers/oauth-failures.ts';
import { failingAs, implement, reading } from '../../shared/http/operation/operation.ts';
import { readForm } from '../../shared/http/request/read-form.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import {
  keyJournal,
  keyStore,
  memberChanges,
  memberStore,
  redeemableCodes,
  requestWindows,
} from '../../shared/wiring/accounts.ts';

export const getDeviceToken = failingAs(
  oauthFailures,
  reading(
    readForm,
    implement(endpoint, async ({ body, request }, deps: RedeemDeps) => {
      requireDeviceGrant(body);
      const { text, seconds, scope } = await redeemDeviceCode(body.device_code, request, deps);
      return { access_token: text, token_type: 'Bearer' as const, expires_in: seconds, scope };
    }),
  ),
);

export const handler = serve(getDeviceToken, (granted) => ({
  codes: redeemableCodes(granted),
  windows: requestWindows(granted),
  keys: keyStore(granted),
  members: memberStore(granted),
  changes: memberChanges(granted),
  journal: keyJournal(granted),
  now: systemClock,
}));
