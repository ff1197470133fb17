import { monthlyLimits, type OwnerAccount } from '../budgets/account.ts';
import type { Budgets } from '../budgets/budgets.ts';
import { limitExceeded, quotaExceeded } from '../budgets/refusals.ts';
import { demandOf, type StartBounds, type StartingKey, verdictOn } from '../budgets/verdict.ts';
import type { Clock } from '../clock.ts';
import { type ExceededLimit, VersionConflictError } from '../errors.ts';
import type { Caller } from '../http/endpoint.ts';
import { pauseRequested } from './intents.ts';
import { pausedForAnother } from './reasons.ts';
import { isCounted, type Sandbox } from './sandbox.ts';
import { type SandboxChange, SandboxLimitError, type SandboxStore } from './sandbox-store.ts';

/** What bounds a start, and what to do when as many sandboxes run as allowed. Nothing is ever evicted unless the request asks for it. */
export interface LimitPolicy {
  /** How many sandboxes an owner without a limit of their own may run at a time. */
  readonly limit: number;
  readonly onLimit: 'reject' | 'pause_oldest';
  /** Whose start it is: the sandbox counts and is paid for by this key until another one resumes it. */
  readonly key: StartingKey;
}

/** What bounds a start that a caller asks for. */
export function policyFor({ keyId, limits }: Caller, limit: number, onLimit: LimitPolicy['onLimit']): LimitPolicy {
  const { sandboxLimit: sandboxes, monthlyBudgetUsd, monthlySandboxHours } = limits;
  const monthly = { monthly_budget_usd: monthlyBudgetUsd, monthly_sandbox_hours: monthlySandboxHours };
  return { limit, onLimit, key: { id: keyId, sandboxes, ...monthlyLimits(monthly) } };
}

export interface LimitDeps {
  readonly sandboxes: Pick<SandboxStore, 'listCounted'>;
  readonly budgets: Pick<Budgets, 'knownLimits' | 'account' | 'refresh'>;
  readonly now: Clock;
}

/** What is learned from one refusal is enough for the next try, unless others change the account as well. */
const TRIES = 5;

/** More rows do not fit into the transaction of a start. */
const MOST_PAUSES = 80;

/**
 * Makes changes that start a sandbox, within the limits and budgets of the owner and of the key. With `pause_oldest`, as many of the oldest sandboxes as it takes make
 * room in the same transaction.
 *
 * @throws AppError `concurrency_limit_exceeded`, with the ids that count, or `quota_exceeded`; VersionConflictError when others change the account at every try.
 */
export async function writeWithinLimit(
  changes: readonly SandboxChange[],
  policy: LimitPolicy,
  deps: LimitDeps,
  write: (changes: readonly SandboxChange[], bounds: StartBounds) => Promise<void>,
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const { owner_id: ownerId } = first.next;
  const charged = changes.map((change) => chargedTo(policy.key, change));
  let pauses: readonly SandboxChange[] = [];
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const bounds = {
      sandboxes: policy.limit,
      known: deps.budgets.knownLimits(ownerId),
      key: policy.key,
      now: deps.now,
    };
    try {
      return await write([...charged, ...pauses], bounds);
    } catch (error) {
      if (!(error instanceof SandboxLimitError)) throw error;
    }
    pauses = await afterRefusal(charged, pauses, bounds, policy, deps);
  }
  throw new VersionConflictError('the account of', ownerId);
}

/** Another key is charged with what starts now; one that runs stays with the key that started it. */
function chargedTo({ id }: StartingKey, { previous, next }: SandboxChange): SandboxChange {
  const starts = isCounted(next) && !(previous && isCounted(previous));
  return { previous, next: starts ? { ...next, api_key_id: id } : next };
}

/**
 * Finds out why the account did not admit a start, and mends it where that is possible.
 *
 * @returns the sandboxes that make room
 */
async function afterRefusal(
  changes: readonly SandboxChange[],
  pauses: readonly SandboxChange[],
  bounds: StartBounds,
  policy: LimitPolicy,
  deps: LimitDeps,
): Promise<readonly SandboxChange[]> {
  const ownerId = changes[0]?.next.owner_id ?? '';
  const account = await deps.budgets.account(ownerId);
  const verdict = verdictOn(account, demandOf([...changes, ...pauses]), bounds);
  if (verdict.kind === 'fits') return pauses;
  if (verdict.kind === 'unsettled') {
    const { microUsd, seconds, id } = policy.key;
    await deps.budgets.refresh(ownerId, microUsd === null && seconds === null ? [] : [id]);
    return pauses;
  }
  const { limit } = verdict;
  if (limit.unit !== 'sandboxes') throw quotaExceeded(limit, deps.now());
  return makeRoom(changes, pauses, account, limit, policy, deps);
}

async function makeRoom(
  changes: readonly SandboxChange[],
  pauses: readonly SandboxChange[],
  account: OwnerAccount,
  limit: ExceededLimit,
  policy: LimitPolicy,
  deps: LimitDeps,
): Promise<readonly SandboxChange[]> {
  const involved = new Set([...changes, ...pauses].map(({ next }) => next.sandbox_id));
  const counted = await deps.sandboxes.listCounted(account.ownerId);
  const others = counted.filter(({ sandbox_id: id }) => !involved.has(id));
  const eligible = limit.scope === 'owner' ? others : others.filter((row) => row.api_key_id === policy.key.id);
  const { keys, owner } = demandOf([...changes, ...pauses]);
  const more = limit.scope === 'owner' ? owner : (keys.get(policy.key.id) ?? 0);
  const missing = limit.used + more - limit.limit;
  const room = eligible.slice(0, missing).flatMap((oldest) => pausedFor(oldest, deps.now()));
  const isEnough = room.length === missing && pauses.length + room.length <= MOST_PAUSES;
  if (policy.onLimit === 'reject' || !isEnough)
    throw limitExceeded(
      limit,
      eligible.map(({ sandbox_id: id }) => id),
    );
  return [...pauses, ...room];
}

function pausedFor(oldest: Sandbox, now: Date): readonly SandboxChange[] {
  const next = pauseRequested(oldest, now, { pauseReason: 'limit', reason: pausedForAnother });
  return next ? [{ previous: oldest, next }] : [];
}
