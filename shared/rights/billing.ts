import { keepJournal, listKeys, listMembers, manageMembers, readUsage, sumUsage } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** The limits, members, costs and receivers of alerts of an owner. */
const readBudgets = rights(sumUsage, listMembers, { owners: ['GetItem'], webhookEndpoints: ['Query'] });

export const billingRights = {
  'get-usage': rights(readUsage, listKeys, { apiCalls: ['Query'] }),
  'get-limits': rights({
    owners: ['GetItem'],
    apiCalls: ['Query'],
    variables: ['SANDBOX_LIMIT', 'VCPU_LIMIT', 'SNAPSHOT_LIMIT'],
  }),
  'get-organization-budgets': readBudgets,
  // An owner without a row is found by their keys.
  'update-organization-budgets': rights(readBudgets, keepJournal, listKeys, { owners: ['UpdateItem'] }),
  'put-budget-override': rights(sumUsage, manageMembers, { owners: ['GetItem'] }),
  'delete-budget-override': manageMembers,
  'list-member-finances': rights(sumUsage, listMembers),
} satisfies AreaRights<'billing'>;
