import type { BudgetStateDeps } from '../../domain/billing/organization/budget-state.ts';
import { alertChannelsOf } from '../../domain/webhooks/alert-settings.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Tables } from '../../rights/statement.ts';
import { memberChanges } from '../accounts.ts';
import { ownerAccounts, usageReader } from '../billing.ts';
import { webhookEndpoints } from '../webhooks.ts';

type Granted = Parameters<typeof usageReader>[0] & Tables<'owners' | 'members' | 'webhookEndpoints'>;

export const budgetStateDeps = (granted: Granted): BudgetStateDeps => {
  const endpoints = webhookEndpoints(granted);
  return {
    accounts: ownerAccounts(granted),
    members: memberChanges(granted),
    usage: usageReader(granted),
    alertChannels: (ownerId) => alertChannelsOf(ownerId, 'budgets', endpoints),
    now: systemClock,
  };
};
