import { type Limits, noLimits } from '../../../contract/shapes/limits.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import { LEAST_CHARGED } from '../usage/slices.ts';
import type { MonthToDate, UsageReader, UsedSoFar } from '../usage/usage-ledger.ts';
import {
  lineageIdsOf,
  type OwnerAccount,
  type OwnerAccounts,
  type Payer,
  type Settled,
  type Spent,
} from './account.ts';
import { isSettledRecently } from './check-admission.ts';
import { monthOf } from './monthly-budget.ts';
import { RESERVED_SECONDS } from './reservation.ts';

/** The result of reading the ledger for an owner's budgets. */
export interface Settlement {
  readonly account: OwnerAccount;
  /** The sum of the ledger, without reservations. */
  readonly ledger: MonthToDate;
}

/** A try fails only when the same owner starts or pauses a sandbox at the same moment. */
const TRIES = 6;

/** How many owners' limits are cached. */
const REMEMBERED = 5_000;

interface Deps {
  readonly accounts: OwnerAccounts;
  readonly sandboxes: { listCounted(ownerId: string): Promise<readonly CountedSandbox[]> };
  readonly usage: UsageReader;
  readonly now: Clock;
}

/** Owners' accounts, settled from the usage ledger. */
export class Budgets {
  readonly #deps: Deps;
  readonly #known = new Map<string, Limits>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The owner's limits as last read. They can be outdated: the condition of the start's write compares them. */
  knownLimits(ownerId: string): Limits {
    return this.#known.get(ownerId) ?? noLimits;
  }

  async account(ownerId: string): Promise<OwnerAccount> {
    const account = await this.#deps.accounts.account(ownerId);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(ownerId, account.limits);
    return account;
  }

  /**
   * Reads the ledger, and writes the usage of the month to the account.
   *
   * @param lineages the lineages with budgets that the caller asks about; the account also keeps those that run
   * sandboxes
   * @throws VersionConflictError when other writers change the account at every try
   */
  async settle(ownerId: string, lineages: readonly string[]): Promise<Settlement> {
    return retryLostRaces(async () => this.#trySettle(await this.account(ownerId), lineages), { tries: TRIES });
  }

  /** Settles for a start, unless another start did so recently. @throws VersionConflictError */
  async refresh(ownerId: string, lineages: readonly string[]): Promise<void> {
    await retryLostRaces(
      async () => {
        const account = await this.account(ownerId);
        if (!isSettledRecently(account.settled, lineages, this.#deps.now())) await this.#trySettle(account, lineages);
      },
      { tries: TRIES },
    );
  }

  /** @throws VersionConflictError, without a write, when a start or pause changed the account after the read */
  async #trySettle(account: OwnerAccount, lineages: readonly string[]): Promise<Settlement> {
    const { accounts, sandboxes, usage, now: clock } = this.#deps;
    const { ownerId } = account;
    const now = clock();
    const [ledger, counted] = await Promise.all([
      usage.monthToDate(ownerId, monthOf(now), now),
      sandboxes.listCounted(ownerId),
    ]);
    const running = new Set(counted.flatMap(lineageIdsOf));
    const isKept = (id: string) => running.has(id) || (account.models.lineages.get(id)?.inProgress ?? 0) > 0;
    const kept = [...(account.settled?.lineages.keys() ?? [])].filter(isKept);
    const settled = settlement(ledger, counted, [...lineages, ...kept], now);
    if (!(await accounts.settle(account, settled))) throw new VersionConflictError('the budget of', ownerId);
    return { account: { ...account, settled }, ledger };
  }
}

/** The fields of a starting, running or resuming sandbox that a settlement needs. */
export interface CountedSandbox extends Payer {
  /** In millionths of a US dollar. */
  readonly reserved_micro_usd: number;
  readonly task_started_at: string | null;
}

/**
 * The usage of a month: the sum of the ledger, plus the unused rest of the reservation of each starting or running
 * sandbox. No other start may use that rest while the ledger shows less usage than was reserved.
 *
 * @param counted the owner's sandboxes that start, run or resume
 * @param lineages the lineages with budgets of their own
 */
export function settlement(
  ledger: MonthToDate,
  counted: readonly CountedSandbox[],
  lineages: Iterable<string>,
  now: Date,
): Settled {
  const ofLineage = (id: string): Spent =>
    spent(
      ledger.byLineage.get(id),
      counted.filter((sandbox) => lineageIdsOf(sandbox).includes(id)),
      now,
    );
  return {
    month: monthOf(now),
    at: timestamp(now),
    owner: spent(ledger, counted, now),
    lineages: new Map([...new Set(lineages)].map((id) => [id, ofLineage(id)])),
  };
}

function spent(used: UsedSoFar | undefined, counted: readonly CountedSandbox[], now: Date): Spent {
  let { microUsd, sandboxSeconds: seconds } = used ?? { microUsd: 0, sandboxSeconds: 0 };
  for (const sandbox of counted) {
    const run = ranFor(sandbox, now);
    microUsd += Math.ceil((sandbox.reserved_micro_usd * leftAfter(chargedFor(run))) / RESERVED_SECONDS);
    seconds += leftAfter(run);
  }
  // Whole numbers, as DynamoDB adds to them and compares them, and never below the usage.
  return { microUsd: Math.ceil(microUsd), seconds: Math.ceil(seconds) };
}

/** Seconds that a sandbox has run; 0 until its task is billed. */
function ranFor({ task_started_at: since }: CountedSandbox, now: Date): number {
  return since === null ? 0 : Math.max(0, now.getTime() - Date.parse(since)) / 1000;
}

/** Seconds that AWS charges for such a run: at least a minute. */
function chargedFor(run: number): number {
  return run === 0 ? 0 : Math.max(LEAST_CHARGED / 1000, run);
}

/** The reserved seconds that remain. */
function leftAfter(seconds: number): number {
  return Math.max(0, RESERVED_SECONDS - Math.floor(seconds));
}
