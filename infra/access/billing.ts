import type { AreaGrants } from './area-grants.ts';
import { all } from './grants.ts';
import { readUsage } from './sandbox-grants.ts';

export const billingAccess = {
  'get-usage': all(readUsage, (fn, { data }) => {
    data.apiKeys.allowQueryOf(fn, 'created_at_index');
    data.apiCalls.allow(fn, 'Query');
  }),
  'get-limits': (fn, { data, settings }) => {
    data.owners.allow(fn, 'GetItem');
    data.apiCalls.allow(fn, 'Query');
    fn.addEnvironment('SANDBOX_LIMIT', String(settings.sandboxLimit));
  },
} satisfies AreaGrants;
