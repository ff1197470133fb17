import { documents } from '../aws/documents.ts';
import { Budgets } from '../budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../budgets/dynamo-owner-accounts.ts';
import { dynamoKeyBudgets } from '../budgets/key-budgets.ts';
import { systemClock } from '../clock.ts';
import { requireEnv } from '../env.ts';
import { sandboxReader } from './sandboxes.ts';
import { usageReader } from './usage.ts';

/** What functions that start sandboxes, or watch what they cost, are wired from. */

const budgetsIn = (accounts: DynamoOwnerAccounts) =>
  new Budgets({ accounts, sandboxes: sandboxReader(), usage: usageReader(), now: systemClock });

export const startBudgets = () =>
  budgetsIn(new DynamoOwnerAccounts(documents(), { owners: requireEnv('OWNERS_TABLE') }));

/** What the sweep needs to watch budgets, and to tell of them. */
export const watchedBudgets = () => {
  const owners = requireEnv('OWNERS_TABLE');
  const accounts = new DynamoOwnerAccounts(documents(), {
    owners,
    integratorEvents: requireEnv('INTEGRATOR_EVENTS_TABLE'),
  });
  return {
    accounts,
    budgets: budgetsIn(accounts),
    keyBudgets: dynamoKeyBudgets(documents(), requireEnv('API_KEYS_TABLE')),
  };
};
