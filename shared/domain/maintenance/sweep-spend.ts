import { type Clock, timestamp } from '../../platform/clock.ts';
import type { OwnerAccount, Spend, WatchedAccounts } from '../billing/budgets/account.ts';
import { monthOf } from '../billing/budgets/monthly-budget.ts';
import type { UsageReader } from '../billing/usage/usage-ledger.ts';
import type { SweepRun } from './sweep-run.ts';

export interface SpendDeps {
  readonly accounts: Pick<WatchedAccounts, 'saveSpend'>;
  readonly usage: UsageReader;
  readonly now: Clock;
}

/** The most owners of one run. The rest comes in the next. */
const OWNERS = 20;

const MINUTE = 60_000;

/** How old the sum of an owner can be, in milliseconds: less for one whose sandboxes run, more for one without cost. */
function restOf({ active, spend }: OwnerAccount): number {
  if (active > 0) return 15 * MINUTE;
  return spend && spend.microUsd > 0 ? 6 * 60 * MINUTE : 24 * 60 * MINUTE;
}

/**
 * Adds up what owners have cost, for operators. Owners without sandboxes are read every few hours: their paused
 * workspaces cost little.
 */
export async function sweepSpend(
  run: SweepRun,
  accounts: ReadonlyMap<string, OwnerAccount>,
  deps: SpendDeps,
): Promise<void> {
  const time = deps.now();
  const month = monthOf(time);
  const due = [...accounts.values()].filter((account) => {
    const { spend, isDeleting, isDeleted } = account;
    if (isDeleting || isDeleted) return false;
    return spend?.month !== month || time.getTime() - Date.parse(spend.at) >= restOf(account);
  });
  const oldest = due.toSorted((a, b) => ((a.spend?.at ?? '') < (b.spend?.at ?? '') ? -1 : 1)).slice(0, OWNERS);
  const nameOf = ({ ownerId }: OwnerAccount) => `spend of ${ownerId}`;
  await run.each('spend', oldest, nameOf, async ({ ownerId, spend }) => {
    const now = deps.now();
    const { microUsd } = await deps.usage.monthToDate(ownerId, monthOf(now), now);
    await deps.accounts.saveSpend(ownerId, spendAfter(spend, microUsd, now));
  });
}

/** What is new since the last sum belongs to today: late entries of earlier days, too. */
export function spendAfter(before: Spend | null, microUsd: number, now: Date): Spend {
  const month = monthOf(now);
  const day = timestamp(now).slice(8, 10);
  const known = before?.month === month ? before.days : {};
  const others = Object.entries(known).reduce((sum, [name, amount]) => (name === day ? sum : sum + amount), 0);
  return { month, at: timestamp(now), microUsd, days: { ...known, [day]: Math.max(0, microUsd - others) } };
}
