import { documents } from '../aws/documents.ts';
import { Budgets } from '../budgets/budgets.ts';
import { DynamoOwnerAccounts } from '../budgets/dynamo-owner-accounts.ts';
import { systemClock } from '../clock.ts';
import { requireEnv } from '../env.ts';
import { sandboxReader } from './sandboxes.ts';

/** What functions that start sandboxes, or watch what they cost, are wired from. */

const usage = { monthToDate: async () => ({ microUsd: 0, sandboxSeconds: 0, byKey: new Map() }) };

export const startBudgets = () =>
  new Budgets({
    accounts: new DynamoOwnerAccounts(documents(), { owners: requireEnv('OWNERS_TABLE') }),
    sandboxes: sandboxReader(),
    usage,
    now: systemClock,
  });
