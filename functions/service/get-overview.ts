import { getOverview as endpoint } from '../../shared/contract/service/overview.ts';
import { DynamoOwnerAccounts } from '../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import { DynamoApiCallCounts } from '../../shared/domain/billing/usage/dynamo-api-call-counts.ts';
import { buildOverview, type OverviewDeps } from '../../shared/domain/service/overview/build-overview.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { stageLimits, usageLedger, usagePrices } from '../../shared/wiring/billing.ts';
import { conversationReports, conversationStore, startTaskStore } from '../../shared/wiring/conversations.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

export const getOverview = implement(endpoint, ({ query, caller }, deps: OverviewDeps) =>
  buildOverview(caller, query.starts_from, deps),
);

export const handler = serve(getOverview, (granted) => ({
  sandboxes: sandboxReader(granted),
  conversations: conversationStore(granted),
  startTasks: startTaskStore(granted),
  accounts: new DynamoOwnerAccounts(documents(), granted),
  ledger: usageLedger(granted),
  calls: new DynamoApiCallCounts(documents(), granted),
  prices: usagePrices(),
  keys: sandboxKeys(granted),
  reports: conversationReports(granted),
  stageLimits: stageLimits(),
  now: systemClock,
}));
