import { type Clock, timestamp } from '../clock.ts';
import type { EventType } from '../contract/integrator-event-types.ts';
import { log } from '../log.ts';
import { retryLostRaces } from '../retry-lost-races.ts';
import { pauseRequested } from '../sandboxes/intents.ts';
import { budgetExhausted } from '../sandboxes/reasons.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { SandboxStore } from '../sandboxes/sandbox-store.ts';
import type { UsedSoFar } from '../usage/usage-reader.ts';
import type { MonthlyLimits } from './account.ts';
import type { Budgets } from './budgets.ts';
import { monthEnd, monthOf } from './month.ts';
import type { OwnerAccounts } from './owner-accounts.ts';

export interface WatchDeps {
  readonly budgets: Pick<Budgets, 'settle'>;
  readonly accounts: Pick<OwnerAccounts, 'tellOnce'>;
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save' | 'listCounted'>;
  readonly now: Clock;
}

/** One bound of one month: of an owner, or of one of their keys. */
interface Budget {
  readonly keyId: string | null;
  readonly unit: 'usd' | 'sandbox_hours';
  readonly limit: number;
  readonly used: number;
}

/** From which share of a budget on its owner is warned. */
const WARNING = 0.8;

/**
 * Compares what the ledger has of this month with the budgets of an owner and of the keys that run something. Integrators hear of a budget that is nearly used up and
 * of one that is used up, each once in a month and for a budget of this size; and what runs on one that is used up is paused, with its files. What starts set aside
 * does not count here: nobody is stopped for what was not used.
 *
 * @param keyBudgets of the keys that have budgets of their own and run something
 * @returns how many sandboxes were paused.
 */
export async function watchBudgets(
  ownerId: string,
  keyBudgets: ReadonlyMap<string, MonthlyLimits>,
  deps: WatchDeps,
): Promise<number> {
  const { account, ledger } = await deps.budgets.settle(ownerId, [...keyBudgets.keys()]);
  const nothing = { microUsd: 0, sandboxSeconds: 0 };
  const budgets = [
    ...budgetsOf(null, account.limits, ledger),
    ...[...keyBudgets].flatMap(([id, limits]) => budgetsOf(id, limits, ledger.byKey.get(id) ?? nothing)),
  ];
  for (const budget of budgets) {
    if (budget.used >= WARNING * budget.limit) await tell('budget.warning', ownerId, budget, deps);
    if (budget.used >= budget.limit) await tell('budget.exhausted', ownerId, budget, deps);
  }
  const exhausted = budgets.filter(({ used, limit }) => used >= limit);
  return exhausted.length === 0 ? 0 : pauseAll(ownerId, exhausted, deps);
}

function budgetsOf(keyId: string | null, limits: MonthlyLimits, used: UsedSoFar): Budget[] {
  const usd = limits.microUsd === null ? [] : [{ unit: 'usd' as const, limit: limits.microUsd, used: used.microUsd }];
  const hours =
    limits.seconds === null
      ? []
      : [{ unit: 'sandbox_hours' as const, limit: limits.seconds, used: used.sandboxSeconds }];
  return [...usd, ...hours].map((budget) => ({ keyId, ...budget }));
}

/** A budget that was raised is another one: of that, too, its owner hears. */
async function tell(type: EventType, ownerId: string, budget: Budget, deps: WatchDeps): Promise<void> {
  const { keyId, unit, limit, used } = budget;
  const now = deps.now();
  const month = monthOf(now);
  const objectId = `budget-${keyId ?? 'owner'}-${unit}`;
  const divisor = unit === 'usd' ? 1_000_000 : 3600;
  const data = {
    scope: keyId === null ? 'owner' : 'key',
    key_id: keyId,
    unit,
    month,
    limit: limit / divisor,
    used: used / divisor,
    resets_at: timestamp(monthEnd(now)),
  };
  const id = `${objectId}/${month}/${limit}/${type}`;
  const event = { ownerId, type, objectId, id, occurredAt: timestamp(now), data };
  if (await deps.accounts.tellOnce(event, month)) log.info('a budget is told of', { owner_id: ownerId, type, ...data });
}

/** Whatever starts from here on is refused, as what is used was written before: who is in this list is all that runs. */
async function pauseAll(ownerId: string, exhausted: readonly Budget[], deps: WatchDeps): Promise<number> {
  const keys = new Set(exhausted.map(({ keyId }) => keyId));
  const isPaidFrom = ({ api_key_id: id }: Sandbox) => keys.has(null) || keys.has(id);
  const running = (await deps.sandboxes.listCounted(ownerId)).filter(isPaidFrom);
  const outcomes = await Promise.allSettled(
    running.map(({ sandbox_id: id }) => retryLostRaces(() => pauseOne(ownerId, id, isPaidFrom, deps))),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  // The next run comes back to those that are left.
  if (failed) throw failed.reason;
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
}

/** @returns whether it ran. */
async function pauseOne(
  ownerId: string,
  sandboxId: string,
  isPaidFrom: (sandbox: Sandbox) => boolean,
  { sandboxes, now }: WatchDeps,
): Promise<boolean> {
  const sandbox = await sandboxes.find(ownerId, sandboxId);
  if (!sandbox || !isPaidFrom(sandbox)) return false;
  const next = pauseRequested(sandbox, now(), { pauseReason: 'budget', reason: budgetExhausted });
  if (next) await sandboxes.save([{ previous: sandbox, next }]);
  return next !== undefined;
}
