import { Budgets } from '../domain/billing/budgets/budgets.ts';
import { DynamoOwnerAccounts, DynamoWatchedAccounts } from '../domain/billing/budgets/dynamo-owner-accounts.ts';
import type { StageLimits } from '../domain/billing/budgets/start-rules.ts';
import { DynamoSettledSums } from '../domain/billing/usage/dynamo-settled-sums.ts';
import { LedgerUsageReader } from '../domain/billing/usage/month-to-date.ts';
import { pricesOf } from '../domain/billing/usage/prices.ts';
import {
  DynamoMonthLedger,
  DynamoSandboxUsage,
  DynamoUsageEntries,
  DynamoUsageLedger,
} from '../domain/sandboxes/usage/dynamo-usage-ledger.ts';
import { documents } from '../platform/aws/documents.ts';
import { systemClock } from '../platform/clock.ts';
import { optionalEnv, requireEnvInteger } from '../platform/env.ts';
import type { Tables } from '../rights/statement.ts';
import { sandboxReader } from './sandboxes.ts';

type Ledger = Tables<'usage' | 'sandboxes' | 'snapshots'>;
type Settling = Ledger & Tables<'usageSums'>;

export const usageLedger = (granted: Ledger) => new DynamoUsageLedger(documents(), granted);

/** The usage of one sandbox. */
export const sandboxUsage = (granted: Tables<'usage'>) => new DynamoSandboxUsage(documents(), granted);

/** The ledger for the comparison with ECS, which changes entries. */
export const usageEntries = (granted: Tables<'usage' | 'usageSums'>) => new DynamoUsageEntries(documents(), granted);

/** The prices of the function's own Region, or of the default Region. */
export const usagePrices = () => pricesOf(optionalEnv('AWS_REGION'));

const budgetsIn = (accounts: DynamoOwnerAccounts, granted: Settling) =>
  new Budgets({ accounts, sandboxes: sandboxReader(granted), usage: usageReader(granted), now: systemClock });

export const usageReader = (granted: Settling) =>
  new LedgerUsageReader({
    ledger: new DynamoMonthLedger(documents(), granted),
    sums: new DynamoSettledSums(documents(), granted),
    tables: usagePrices().tables,
  });

/** The limits of owners without limits of their own. */
export const stageLimits = (): StageLimits => ({
  sandboxes: requireEnvInteger('SANDBOX_LIMIT'),
  vcpus: requireEnvInteger('VCPU_LIMIT'),
});

export const ownerAccounts = (granted: Tables<'owners'>) => new DynamoOwnerAccounts(documents(), granted);

export const startBudgets = (granted: Settling & Tables<'owners'>) =>
  budgetsIn(new DynamoOwnerAccounts(documents(), granted), granted);

/** For the sweep, which watches budgets and publishes their events. */
export const watchedBudgets = (granted: Settling & Tables<'owners' | 'integratorEvents'>) => {
  const accounts = new DynamoWatchedAccounts(documents(), granted);
  return { accounts, budgets: budgetsIn(accounts, granted), usage: usageReader(granted) };
};
