import type { EndpointId } from '../../shared/contract/index.ts';
import { all, type Grant, keepJournal, nothing } from './grants.ts';

/** The key that approved the device has to be there still when it gets its own. */
const giveKey = all(keepJournal, (fn, { data }) => {
  data.deviceCodes.allow(fn, 'UpdateItem');
  data.apiKeys.allow(fn, 'GetItem', 'PutItem', 'ConditionCheckItem');
});

export const deviceAccess = {
  // Both its codes come to be in one transaction.
  'authorize-device': (fn, { data }) => data.deviceCodes.allow(fn, 'PutItem'),
  'get-device-token': giveKey,
  'show-device-page': nothing,
  'verify-device': (fn, { data }) => data.deviceCodes.allow(fn, 'GetItem', 'UpdateItem'),
} satisfies Partial<Record<EndpointId, Grant>>;
