import { type Clock, timestamp } from '../clock.ts';
import type { ExceededLimit } from '../errors.ts';
import { isCounted } from '../sandboxes/sandbox.ts';
import type { SandboxChange } from '../sandboxes/sandbox-store.ts';
import {
  hasBudget,
  type MonthlyLimits,
  type OwnerAccount,
  type OwnerLimits,
  type Settled,
  type Spent,
} from './account.ts';
import { monthEnd, monthOf } from './month.ts';
import { QUANTUM_SECONDS } from './quantum.ts';

/** The API key that starts something, with the limits of its own. */
export interface StartingKey extends MonthlyLimits {
  readonly id: string;
  /** At once; null for no limit but that of the owner. */
  readonly sandboxes: number | null;
}

/** What must hold when something starts. */
export interface StartBounds {
  /** How many sandboxes an owner without a limit of their own may run at a time. */
  readonly sandboxes: number;
  /** The owner's own limits, as they were read last. A start that relied on others than there are is refused, and tried again. */
  readonly known: OwnerLimits;
  readonly key: StartingKey;
  readonly now: Clock;
}

/** What changes ask of their owner's account. */
export interface Demand {
  /** How many sandboxes more count, for the owner and by key. What only changes hands is in it with 0. */
  readonly owner: number;
  readonly keys: ReadonlyMap<string, number>;
  /** How many start; those that end are not taken off. */
  readonly starts: number;
  /** What these set aside. */
  readonly reserves: Spent;
}

/** `unsettled`: the ledger has to be read before there is an answer. */
export type Verdict =
  | { readonly kind: 'fits' }
  | { readonly kind: 'unsettled' }
  | { readonly kind: 'exceeded'; readonly limit: ExceededLimit };

/** What was read from the ledger longer ago counts for nothing: somebody should have read it again. In milliseconds. */
export const SETTLED_AT_ALL = 10 * 60_000;

/** Nobody is refused for what was read longer ago: meanwhile a sandbox may have ended before it used up what was set aside for it. In milliseconds. */
const SETTLED_LATELY = 30_000;

export function demandOf(changes: readonly SandboxChange[]): Demand {
  const keys = new Map<string, number>();
  const count = (keyId: string | null, difference: number) => {
    if (keyId !== null) keys.set(keyId, (keys.get(keyId) ?? 0) + difference);
  };
  let owner = 0;
  let starts = 0;
  let microUsd = 0;
  for (const { previous, next } of changes) {
    const before = previous !== null && isCounted(previous) ? previous : null;
    if (before) count(before.api_key_id, -1);
    if (isCounted(next)) count(next.api_key_id, 1);
    owner += Number(isCounted(next)) - Number(before !== null);
    if (!isCounted(next) || before) continue;
    starts += 1;
    microUsd += next.reserved_micro_usd;
  }
  return { owner, keys, starts, reserves: { microUsd, seconds: starts * QUANTUM_SECONDS } };
}

/** Whether budgets bound a start: then it sets aside its share of them. */
export function isBudgeted({ known, key }: Pick<StartBounds, 'known' | 'key'>): boolean {
  return hasBudget(known) || hasBudget(key);
}

/** What a start may find as it is written, told in advance: the very conditions of the write, in the order in which they are told. */
export function verdictOn(account: OwnerAccount, demand: Demand, bounds: StartBounds): Verdict {
  if (demand.starts === 0) return { kind: 'fits' };
  const limit = tooManySandboxes(account, demand, bounds);
  return limit ? { kind: 'exceeded', limit } : verdictOnBudgets(account, demand, bounds);
}

function tooManySandboxes(account: OwnerAccount, demand: Demand, bounds: StartBounds): ExceededLimit | undefined {
  const most = account.limits.sandboxes ?? bounds.sandboxes;
  const exceeded = (scope: 'owner' | 'key', limit: number, used: number): ExceededLimit => ({
    ...{ scope, unit: 'sandboxes', limit, used, resets_at: null },
  });
  const { key } = bounds;
  const ofKey = account.activeByKey.get(key.id) ?? 0;
  if (key.sandboxes !== null && ofKey + (demand.keys.get(key.id) ?? 0) > key.sandboxes)
    return exceeded('key', key.sandboxes, ofKey);
  return account.active + demand.owner > most ? exceeded('owner', most, account.active) : undefined;
}

/** Whether the ledger was read for this month, and for these keys, so lately that a start may be refused for it. */
export function isSettledLately(settled: Settled | null, keyIds: readonly string[], now: Date): boolean {
  if (settled?.month !== monthOf(now) || keyIds.some((id) => !settled.keys.has(id))) return false;
  return now.getTime() - Date.parse(settled.at) <= SETTLED_LATELY;
}

function verdictOnBudgets(account: OwnerAccount, { reserves }: Demand, { key, now: clock }: StartBounds): Verdict {
  if (!hasBudget(account.limits) && !hasBudget(key)) return { kind: 'fits' };
  const now = clock();
  const { settled } = account;
  const ofKey = settled?.keys.get(key.id);
  if (!settled || settled.month !== monthOf(now) || (hasBudget(key) && !ofKey)) return { kind: 'unsettled' };
  if (now.getTime() - Date.parse(settled.at) >= SETTLED_AT_ALL) return { kind: 'unsettled' };
  const limit =
    usedUp('key', key, ofKey ?? { microUsd: 0, seconds: 0 }, reserves, now) ??
    usedUp('owner', account.limits, settled.owner, reserves, now);
  if (!limit) return { kind: 'fits' };
  return isSettledLately(settled, [], now) ? { kind: 'exceeded', limit } : { kind: 'unsettled' };
}

/** The first of two budgets that has no room for so much more. */
function usedUp(
  scope: 'owner' | 'key',
  limits: MonthlyLimits,
  spent: Spent,
  more: Spent,
  now: Date,
): ExceededLimit | undefined {
  const resets_at = timestamp(monthEnd(now));
  if (limits.microUsd !== null && spent.microUsd + more.microUsd > limits.microUsd)
    return { scope, unit: 'usd', limit: limits.microUsd / 1e6, used: spent.microUsd / 1e6, resets_at };
  if (limits.seconds !== null && spent.seconds + more.seconds > limits.seconds)
    return { scope, unit: 'sandbox_hours', limit: limits.seconds / 3600, used: spent.seconds / 3600, resets_at };
  return undefined;
}
