import { documents } from '../../shared/aws/documents.ts';
import type { MonthlyLimits, OwnerAccount, Spent } from '../../shared/budgets/account.ts';
import { DynamoOwnerAccounts } from '../../shared/budgets/dynamo-owner-accounts.ts';
import { monthOf } from '../../shared/budgets/month.ts';
import type { OwnerAccounts } from '../../shared/budgets/owner-accounts.ts';
import { type Clock, systemClock, timestamp } from '../../shared/clock.ts';
import { getLimits as endpoint } from '../../shared/contract/limits.ts';
import { requireEnv, requireEnvInteger } from '../../shared/env.ts';
import { type Caller, implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { DynamoApiCalls } from '../../shared/rate-limits/api-calls.ts';
import { RATE_POLICY, remainingOf, WINDOW_SECONDS } from '../../shared/rate-limits/rate-limit.ts';

/** For how long the calls of a key are summed up, in milliseconds. */
const CALLS_OF = 24 * 60 * 60 * 1000;

export interface Deps {
  readonly accounts: Pick<OwnerAccounts, 'account'>;
  readonly calls: Pick<DynamoApiCalls, 'recent'>;
  /** How many sandboxes an owner without a limit of their own may run at a time. */
  readonly sandboxLimit: number;
  readonly now: Clock;
}

/** The authorizer does not count this call, so that it may be made at any time; what it counted of others is read here. */
export const getLimits = implement(endpoint, async ({ caller, request }, deps: Deps) => {
  if (!request.calls) throw new Error('the authorizer told nothing of the limit of calls');
  const now = deps.now();
  const since = new Date(now.getTime() - CALLS_OF);
  const [account, recent] = await Promise.all([
    deps.accounts.account(caller.ownerId),
    deps.calls.recent(request.calls.key, since, now),
  ]);
  const rate = { ...request.calls.rate, used: recent.minute.calls, resetAt: recent.minute.endsAt };
  return {
    rate_limit: {
      policy: RATE_POLICY,
      limit: rate.limit,
      window_seconds: WINDOW_SECONDS,
      used: rate.used,
      remaining: remainingOf(rate) ?? rate.limit,
      reset_at: timestamp(rate.resetAt),
    },
    sandboxes: {
      owner: { limit: account.limits.sandboxes ?? deps.sandboxLimit, used: account.active },
      key: { limit: caller.limits.sandboxLimit, used: account.activeByKey.get(caller.keyId) ?? 0 },
    },
    budgets: budgetsOf(account, caller, now),
    calls: { since: timestamp(since), total: recent.calls, legacy: recent.legacyCalls },
  };
});

/** What is settled of another month counts for nothing any more. */
function budgetsOf({ limits, settled }: OwnerAccount, { keyId, limits: ofKey }: Caller, now: Date) {
  const month = monthOf(now);
  const current = settled?.month === month ? settled : null;
  const keyLimits = {
    microUsd: ofKey.monthlyBudgetUsd === null ? null : ofKey.monthlyBudgetUsd * 1e6,
    seconds: ofKey.monthlySandboxHours === null ? null : ofKey.monthlySandboxHours * 3600,
  };
  return {
    month,
    as_of: current?.at ?? null,
    owner: budgetOf(limits, current?.owner),
    key: budgetOf(keyLimits, current?.keys.get(keyId)),
  };
}

function budgetOf({ microUsd, seconds }: MonthlyLimits, spent: Spent | undefined) {
  const part = (limit: number | null, used: number | undefined, unit: number) => ({
    limit: limit === null ? null : limit / unit,
    used: limit === null || used === undefined ? null : used / unit,
  });
  return { usd: part(microUsd, spent?.microUsd, 1e6), sandbox_hours: part(seconds, spent?.seconds, 3600) };
}

export const handler = serve(getLimits, () => ({
  accounts: new DynamoOwnerAccounts(documents(), { owners: requireEnv('OWNERS_TABLE') }),
  calls: new DynamoApiCalls(documents(), requireEnv('API_CALLS_TABLE')),
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
}));
