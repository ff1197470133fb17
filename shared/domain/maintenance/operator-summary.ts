import type { OperatorSummary } from '../../contract/service/operators.ts';
import type { OwnerAccount } from '../billing/budgets/account.ts';
import { budgetOf, inUnit, monthOf, spentOf } from '../billing/budgets/monthly-budget.ts';
import type { StageLimits } from '../billing/budgets/start-rules.ts';
import { usdOf } from '../billing/usage/amounts.ts';
import type { Head } from './fleet.ts';

/** Webhook endpoints with due messages, and since when the first of them waits. */
export interface DeliveryBacklog {
  readonly endpoints: number;
  readonly oldest: string | null;
}

/** What a sweep has seen. */
export interface SeenBySweep {
  readonly heads: readonly Head[];
  readonly queued: number;
  readonly deliveries: DeliveryBacklog;
  readonly accounts: ReadonlyMap<string, OwnerAccount>;
  readonly isComplete: boolean;
  readonly findings: number;
  readonly details: Readonly<Record<string, number>>;
  readonly errors: readonly { readonly item: string; readonly message: string }[];
}

/** The lengths of lists, which bound the row: it has at most about 150 KB. */
const MOST = 100;
const MOST_SPENDERS = 50;

/** The used share of a limit from which an owner is near it, as for the warning of a budget. */
const NEAR = 0.8;

export function operatorSummary(seen: SeenBySweep, stage: StageLimits, now: Date): OperatorSummary {
  const { heads, accounts } = seen;
  const all = [...accounts.values()].filter(({ isDeleted }) => !isDeleted);
  const sandboxes = heads.filter(({ warm }) => warm === null);
  const suspended = all.filter(({ suspension, isDeleting }) => suspension && !isDeleting);
  const deleting = all.filter(({ isDeleting }) => isDeleting);
  const byOwner = [...Map.groupBy(sandboxes, ({ owner_id: id }) => id)]
    .map(([owner_id, rows]) => ({ owner_id, ...figuresOf(rows) }))
    .toSorted((a, b) => b.sandboxes - a.sandboxes);
  return {
    owners: { total: all.length, suspended: suspended.length, deleting: deleting.length },
    running: { ...figuresOf(sandboxes), owners: byOwner.slice(0, MOST) },
    near_limits: all
      .flatMap((account) => nearOf(account, stage, now))
      .toSorted((a, b) => b.used / b.limit - a.used / a.limit)
      .slice(0, MOST),
    suspended: suspended
      .map(({ ownerId, suspension }) => ({
        owner_id: ownerId,
        at: suspension?.at ?? '',
        reason: suspension?.reason ?? null,
      }))
      .slice(0, MOST),
    deleting: deleting.map(({ ownerId }) => ownerId).slice(0, MOST),
    spend: spendOf(all, monthOf(now)),
    sweep: {
      is_complete: seen.isComplete,
      findings: seen.findings,
      details: { ...seen.details },
      queued_starts: seen.queued,
      due_webhook_endpoints: seen.deliveries.endpoints,
      oldest_delivery_due_at: seen.deliveries.oldest,
      errors: seen.errors.slice(-20).map(({ item, message }) => ({ item, message: message.slice(0, 300) })),
    },
  };
}

function figuresOf(rows: readonly Head[]) {
  const phases: Record<string, number> = {};
  for (const { phase } of rows) phases[phase] = (phases[phase] ?? 0) + 1;
  return { sandboxes: rows.length, vcpus: rows.reduce((sum, { size }) => sum + size.cpu_units, 0) / 1024, phases };
}

function nearOf(account: OwnerAccount, stage: StageLimits, now: Date) {
  const { ownerId, limits, active, cpuUnits, settled } = account;
  const spent = settled?.month === monthOf(now) ? settled.owner : null;
  const budget = (unit: 'usd' | 'sandbox_hours') => {
    const limit = budgetOf(limits, unit);
    return {
      unit,
      limit: limit === null ? 0 : inUnit(unit, limit),
      used: spent ? inUnit(unit, spentOf(spent, unit)) : 0,
    };
  };
  const used = [
    { unit: 'sandboxes', limit: limits.sandboxes ?? stage.sandboxes, used: active },
    { unit: 'vcpus', limit: limits.vcpus ?? stage.vcpus, used: cpuUnits / 1024 },
    budget('usd'),
    budget('sandbox_hours'),
  ];
  return used
    .filter(({ limit, used }) => limit > 0 && used >= NEAR * limit)
    .map((one) => ({ owner_id: ownerId, ...one }));
}

function spendOf(accounts: readonly OwnerAccount[], month: string): OperatorSummary['spend'] {
  const known = accounts.flatMap(({ ownerId, spend }) => (spend?.month === month ? [{ ownerId, spend }] : []));
  const owners = known
    .toSorted((a, b) => b.spend.microUsd - a.spend.microUsd)
    .slice(0, MOST_SPENDERS)
    .map(({ ownerId, spend }) => ({
      owner_id: ownerId,
      usd: usdOf(spend.microUsd),
      as_of: spend.at,
      days: Object.entries(spend.days)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, amount]) => ({ day: `${month}-${day}`, usd: usdOf(amount) })),
    }));
  return { month, total_usd: usdOf(known.reduce((sum, { spend }) => sum + spend.microUsd, 0)), owners };
}
