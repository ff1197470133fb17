import { type Limits, noLimits } from '../../../contract/shapes/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { retryLostRaces, VersionConflictError } from '../../../platform/errors.ts';
import type { MonthToDate, UsageReader } from '../usage/usage-reader.ts';
import type { OwnerAccount } from './account.ts';
import { isSettledLately } from './check-admission.ts';
import { monthOf } from './month.ts';
import type { OwnerAccounts } from './owner-accounts.ts';
import { lineageIdsOf } from './payer.ts';
import { type CountedSandbox, settlement } from './settlement.ts';

/** The used part of an owner's budgets. */
export interface Settlement {
  readonly account: OwnerAccount;
  /** The sum of the ledger, without reservations. */
  readonly ledger: MonthToDate;
}

/** Only a start or a pause of the same owner at the same moment makes a try fail. */
const TRIES = 6;

/** How many owners' limits are remembered. */
const REMEMBERED = 5_000;

interface Deps {
  readonly accounts: OwnerAccounts;
  readonly sandboxes: { listCounted(ownerId: string): Promise<readonly CountedSandbox[]> };
  readonly usage: UsageReader;
  readonly now: Clock;
}

/** The accounts of owners, and how they agree with the ledger of usage. */
export class Budgets {
  readonly #deps: Deps;
  readonly #known = new Map<string, Limits>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The owner's limits as last read. A start need not read them: the condition of its write compares them. */
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
   * @param lineages those that have budgets of their own, and are asked for or run something; others are removed
   * @throws VersionConflictError when other writers change the account at every try.
   */
  async settle(ownerId: string, lineages: readonly string[]): Promise<Settlement> {
    return retryLostRaces(async () => this.#trySettle(await this.account(ownerId), lineages), { tries: TRIES });
  }

  /** The same for a start: of many at once, one reads the ledger for all. @throws VersionConflictError */
  async refresh(ownerId: string, lineages: readonly string[]): Promise<void> {
    await retryLostRaces(
      async () => {
        const account = await this.account(ownerId);
        if (!isSettledLately(account.settled, lineages, this.#deps.now())) await this.#trySettle(account, lineages);
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
    const kept = [...(account.settled?.lineages.keys() ?? [])].filter((id) => running.has(id));
    const settled = settlement(ledger, counted, [...lineages, ...kept], now);
    if (!(await accounts.settle(account, settled))) throw new VersionConflictError('the budget of', ownerId);
    return { account: { ...account, settled }, ledger };
  }
}
