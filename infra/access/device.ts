import type { EndpointId } from '../../shared/contract/index.ts';
import { type Grant, nothing } from './grants.ts';

export const deviceAccess = {
  // Both its codes come to be in one transaction.
  'authorize-device': (fn, { data }) => data.deviceCodes.allow(fn, 'PutItem'),
  'get-device-token': (fn, { data }) => {
    data.deviceCodes.allow(fn, 'UpdateItem');
    data.apiKeys.allow(fn, 'GetItem', 'PutItem');
  },
  'show-device-page': nothing,
  'verify-device': (fn, { data }) => data.deviceCodes.allow(fn, 'GetItem', 'UpdateItem'),
} satisfies Partial<Record<EndpointId, Grant>>;
