import { Budgets } from '../domain/billing/budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoSettledSums } from '../domain/billing/usage/dynamo-settled-sums.ts';
import { LedgerUsageReader } from '../domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../domain/billing/usage/prices.ts';
import { DynamoUsageLedger } from '../domain/sandboxes/usage/dynamo-usage-ledger.ts';
import { documents } from '../platform/aws/documents.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnv } from '../platform/env.ts';
import { sandboxReader } from './sandboxes.ts';

export const usageLedger = () =>
  new DynamoUsageLedger(documents(), { usage: requireEnv('USAGE_TABLE'), sandboxes: requireEnv('SANDBOXES_TABLE') });

/** The ledger for the comparison with ECS, which changes entries. */
export const usageEntries = () =>
  new DynamoUsageLedger(documents(), {
    usage: requireEnv('USAGE_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    usageSums: requireEnv('USAGE_SUMS_TABLE'),
  });

/** The prices of the Region that this runs in, or of another one that they name. */
export const usagePrices = () => pricesOf(optionalEnv('AWS_REGION'));

/** Owners' usage of this month; the role needs `settleUsage`. */
const usageReader = () =>
  new LedgerUsageReader({
    ledger: usageLedger(),
    sums: new DynamoSettledSums(documents(), { usageSums: requireEnv('USAGE_SUMS_TABLE') }),
    tables: usagePrices().tables,
  });

/** Wiring of functions that start sandboxes, or watch their costs. */

const budgetsIn = (accounts: DynamoOwnerAccounts) =>
  new Budgets({ accounts, sandboxes: sandboxReader(), usage: usageReader(), now: systemClock });

export const startBudgets = () =>
  budgetsIn(new DynamoOwnerAccounts(documents(), { owners: requireEnv('OWNERS_TABLE') }));

/** The sweep's dependencies for watching budgets and publishing their events. */
export const watchedBudgets = () => {
  const owners = requireEnv('OWNERS_TABLE');
  const accounts = new DynamoOwnerAccounts(documents(), {
    owners,
    integratorEvents: requireEnv('INTEGRATOR_EVENTS_TABLE'),
  });
  return { accounts, budgets: budgetsIn(accounts) };
};
