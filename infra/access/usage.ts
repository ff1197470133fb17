import type { EndpointId } from '../../shared/contract/index.ts';
import { all, type Grant, readUsage } from './grants.ts';

export const usageAccess = {
  'get-usage': all(readUsage, (fn, { data }) => {
    data.apiKeys.allowQueryOf(fn, 'created_at_index');
    data.apiCalls.allow(fn, 'Query');
  }),
} satisfies Partial<Record<EndpointId, Grant>>;
