import { getLimits as endpoint } from '../../shared/contract/billing/billing.ts';
import { lineagesOf } from '../../shared/contract/shapes/lineages.ts';
import type { OwnerAccounts } from '../../shared/domain/billing/budgets/account.ts';
import { accountLimits } from '../../shared/domain/billing/budgets/account-limits.ts';
import { DynamoOwnerAccounts } from '../../shared/domain/billing/budgets/dynamo-owner-accounts.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { tightest } from '../../shared/domain/billing/budgets/tightest.ts';
import { DynamoApiCalls } from '../../shared/domain/billing/usage/dynamo-api-calls.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { callBoundsOf, DynamoLineageCalls } from '../../shared/http/rate-limits/lineage-calls.ts';
import { RATE_POLICY, remainingOf, WINDOW_SECONDS } from '../../shared/http/rate-limits/rate-limit.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { type Clock, systemClock, timestamp } from '../../shared/platform/clock.ts';
import { requireEnvInteger } from '../../shared/platform/env.ts';
import { stageLimits } from '../../shared/wiring/billing.ts';

/** The period over which a key's requests are summed, in milliseconds. */
const CALLS_OF = 24 * 60 * 60 * 1000;

export interface Deps {
  readonly accounts: Pick<OwnerAccounts, 'account'>;
  readonly calls: Pick<DynamoApiCalls, 'recent'>;
  readonly lineageCalls: Pick<DynamoLineageCalls, 'used'>;
  /** The default limit of concurrent sandboxes. */
  readonly stageLimits: StageLimits;
  /** The most snapshots of an owner. */
  readonly snapshotLimit: number;
  readonly now: Clock;
}

/** The authorizer does not count requests for limits, so that they are always allowed. */
export const getLimits = implement(endpoint, async ({ caller, request }, deps: Deps) => {
  if (!request.calls) throw new Error('The authorizer passed on no call count.');
  const now = deps.now();
  const since = new Date(now.getTime() - CALLS_OF);
  const lineages = lineagesOf(caller);
  const bounds = callBoundsOf(caller.ownerId, lineages);
  const [account, recent, ofLineages] = await Promise.all([
    deps.accounts.account(caller.ownerId),
    deps.calls.recent(request.calls.key, since, now),
    deps.lineageCalls.used(bounds, now),
  ]);
  const own = { limit: request.calls.rate.limit, used: recent.minute.calls };
  const shared = bounds.map(({ limit }, index) => ({ limit, used: ofLineages[index] ?? 0 }));
  const rate = { ...tightest([own, ...shared]), resetAt: recent.minute.endsAt };
  return {
    rate_limit: {
      policy: RATE_POLICY,
      limit: rate.limit,
      window_seconds: WINDOW_SECONDS,
      used: rate.used,
      remaining: remainingOf(rate) ?? rate.limit,
      reset_at: timestamp(rate.resetAt),
    },
    ...accountLimits(account, lineages, deps.stageLimits, now),
    snapshots: { owner: { limit: deps.snapshotLimit, used: account.snapshots } },
    calls: { since: timestamp(since), total: recent.calls, legacy: recent.legacyCalls },
  };
});

export const handler = serve(getLimits, (granted) => ({
  accounts: new DynamoOwnerAccounts(documents(), granted),
  calls: new DynamoApiCalls(documents(), granted),
  lineageCalls: new DynamoLineageCalls(documents(), granted),
  stageLimits: stageLimits(),
  snapshotLimit: requireEnvInteger('SNAPSHOT_LIMIT'),
  now: systemClock,
}));
