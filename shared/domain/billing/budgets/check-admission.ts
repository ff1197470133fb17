import type { LimitScope, LimitUnit } from '../../../contract/shapes/enums.ts';
import type { ExceededLimit } from '../../../contract/shapes/problem.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { OwnerAccount, Settled, Suspension } from './account.ts';
import { inUnit, monthEnd, monthOf } from './monthly-budget.ts';
import {
  type Counter,
  type Demand,
  isConcurrency,
  type SettledSince,
  type StartBounds,
  startRules,
} from './start-rules.ts';

/** A limit that a start would exceed. */
export type StartLimit = ExceededLimit & { readonly scope: LimitScope; readonly unit: LimitUnit };

/** `unsettled`: the ledger must be read before the decision. */
export type Admission =
  | { readonly kind: 'fits' }
  | { readonly kind: 'unsettled' }
  | { readonly kind: 'suspended'; readonly suspension: Suspension }
  /** `lineage`: the id of the lineage whose limit it is; null for the owner's limit. */
  | { readonly kind: 'exceeded'; readonly limit: StartLimit; readonly lineage: string | null };

/**
 * How old settled usage can be to refuse a start, in milliseconds. A sandbox may since have ended below its
 * reservation.
 */
const RECENT_MS = 30_000;

/** Whether an account admits a start. `reservationOf` writes the same rules as the condition of the write. */
export function checkAdmission(account: OwnerAccount, demand: Demand, bounds: StartBounds): Admission {
  if (demand.starts === 0) return { kind: 'fits' };
  if (account.suspension) return { kind: 'suspended', suspension: account.suspension };
  const { concurrency, budgets } = startRules(account.limits, demand, bounds);
  const now = bounds.now();
  const full = concurrency.find((counter) => hasNoRoom(counter, account));
  if (full) return exceeded(full, account, now);
  if (!budgets) return { kind: 'fits' };
  if (!isSettled(account.settled, budgets.settled)) return { kind: 'unsettled' };
  const spent = budgets.counters.find((counter) => hasNoRoom(counter, account));
  if (!spent) return { kind: 'fits' };
  if (!isSettledRecently(account.settled, [], now)) return { kind: 'unsettled' };
  return exceeded(spent, account, now);
}

/** Whether the ledger was read for this month and these lineages recently enough to refuse a start. */
export function isSettledRecently(settled: Settled | null, lineages: readonly string[], now: Date): boolean {
  if (settled?.month !== monthOf(now) || lineages.some((id) => !settled.lineages.has(id))) return false;
  return now.getTime() - Date.parse(settled.at) <= RECENT_MS;
}

export function isSettled(settled: Settled | null, { month, after, lineages }: SettledSince): boolean {
  if (settled?.month !== month || lineages.some((id) => !settled.lineages.has(id))) return false;
  return Date.parse(settled.at) > after.getTime();
}

function hasNoRoom({ used, added, limit }: Counter, account: OwnerAccount): boolean {
  return limit !== null && used(account) + added > limit;
}

function exceeded(counter: Counter, account: OwnerAccount, now: Date): Admission {
  return { kind: 'exceeded', limit: exceededLimit(counter, account, now), lineage: counter.lineage };
}

function exceededLimit(counter: Counter, account: OwnerAccount, now: Date): StartLimit {
  const { scope, unit, limit } = counter;
  const used = counter.used(account);
  if (isConcurrency(unit)) {
    const each = unit === 'vcpus' ? 1024 : 1;
    return { scope, unit, limit: (limit ?? 0) / each, used: used / each, resets_at: null };
  }
  const shown = { limit: inUnit(unit, limit ?? 0), used: inUnit(unit, used) };
  return { scope, unit, ...shown, resets_at: timestamp(monthEnd(now)) };
}

export function ownerSuspended({ reason }: Pick<Suspension, 'reason'>): AppError {
  const why = reason === null ? '' : ` Reason: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
  const detail = `This owner is suspended: nothing can start or resume. Reads, downloads and deletions still work.${why} Ask the operator of this service to lift the suspension.`;
  return new AppError('owner_suspended', detail);
}

/** The names of limits in `violated-policies` and in headers. */
const policyNames = {
  owner: { sandboxes: 'sandboxes', vcpus: 'vcpus', usd: 'monthly-budget', sandbox_hours: 'monthly-sandbox-hours' },
  member: {
    sandboxes: 'member-sandboxes',
    vcpus: 'member-vcpus',
    usd: 'member-monthly-budget',
    sandbox_hours: 'member-monthly-sandbox-hours',
  },
  key: {
    sandboxes: 'key-sandboxes',
    vcpus: 'key-vcpus',
    usd: 'key-monthly-budget',
    sandbox_hours: 'key-monthly-sandbox-hours',
  },
} as const;

export const holders: Readonly<Record<LimitScope, string>> = {
  owner: 'the owner',
  member: 'this member, with all of their API keys,',
  key: 'this API key and those that share it',
};

/** @param running the sandboxes that count towards the limit */
export function limitExceeded(limit: StartLimit, running: readonly string[]): AppError {
  const whose = limit.scope === 'owner' ? '' : ` of ${holders[limit.scope]}`;
  const way = 'Pause or delete one, or send ?on_limit=pause_oldest.';
  const detail =
    limit.unit === 'vcpus'
      ? `The limit of vCPUs of concurrent sandboxes${whose} is ${limit.limit}, and ${limit.used} are in use. Start a smaller sandbox. ${way}`
      : `The limit of concurrent sandboxes${whose} is ${limit.limit}. ${way}`;
  return new AppError('concurrency_limit_exceeded', detail, {
    extensions: { running_sandbox_ids: running, 'violated-policies': [nameOf(limit)], limit },
  });
}

export function quotaExceeded(limit: StartLimit, now: Date): AppError {
  const whose = holders[limit.scope];
  const unit = limit.unit === 'usd' ? 'USD' : 'sandbox-hours';
  const used = `${limit.used} of ${limit.limit} ${unit} of this month are used or reserved`;
  const detail = `The budget of ${whose} has no room for another start: ${used}. Raise the budget, or wait until ${limit.resets_at}.`;
  const seconds = Math.ceil((monthEnd(now).getTime() - now.getTime()) / 1000);
  const extensions = { 'violated-policies': [nameOf(limit)], limit, retry_after_seconds: seconds };
  return new AppError('quota_exceeded', detail, { extensions });
}

function nameOf({ scope, unit }: StartLimit): string {
  return policyNames[scope][unit];
}
