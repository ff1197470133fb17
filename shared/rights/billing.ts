import { listKeys, readUsage } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

export const billingRights = {
  'get-usage': rights(readUsage, listKeys, { apiCalls: ['Query'] }),
  'get-limits': rights({
    owners: ['GetItem'],
    apiCalls: ['Query'],
    variables: ['SANDBOX_LIMIT', 'VCPU_LIMIT', 'SNAPSHOT_LIMIT'],
  }),
} satisfies AreaRights<'billing'>;
