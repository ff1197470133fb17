import type { EndpointId } from '../../shared/contract/index.ts';
import type { Grant } from './grants.ts';

export const limitsAccess = {
  'get-limits': (fn, { data, settings }) => {
    data.owners.allow(fn, 'GetItem');
    data.apiCalls.allow(fn, 'Query');
    fn.addEnvironment('SANDBOX_LIMIT', String(settings.sandboxLimit));
  },
  'list-audit': (fn, { data }) => data.audit.allow(fn, 'Query'),
} satisfies Partial<Record<EndpointId, Grant>>;
