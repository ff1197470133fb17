import type { AreaGrants } from './area-grants.ts';
import { all, countKeys, keepJournal, knowOwnAddress, nothing } from './grants.ts';

/** The transaction that gives the device its key checks that the approving key still exists. */
const giveKey = all(keepJournal, countKeys, (fn, { data }) => {
  data.deviceCodes.allow(fn, 'UpdateItem');
  data.apiKeys.allow(fn, 'GetItem', 'PutItem', 'ConditionCheckItem');
});

export const deviceAccess = {
  // One transaction writes the device code and the user code; updates count the logins.
  'authorize-device': all(knowOwnAddress, (fn, { data }) => data.deviceCodes.allow(fn, 'PutItem', 'UpdateItem')),
  'get-device-token': giveKey,
  'show-device-page': nothing,
  'verify-device': (fn, { data }) => data.deviceCodes.allow(fn, 'GetItem', 'UpdateItem'),
} satisfies AreaGrants;
