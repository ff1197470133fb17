import type { Clock } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { MonthToDate, UsageReader } from '../usage/usage-reader.ts';
import { noLimits, type OwnerAccount, type OwnerLimits } from './account.ts';
import { monthOf } from './month.ts';
import type { OwnerAccounts } from './owner-accounts.ts';
import { settlement } from './settlement.ts';
import { isSettledLately } from './verdict.ts';

/** What is used of an owner's budgets. */
export interface Settlement {
  readonly account: OwnerAccount;
  /** What the ledger has, without what starts set aside. */
  readonly ledger: MonthToDate;
}

/** Settling meets nobody but who starts or pauses something of the same owner at the same moment. */
const TRIES = 6;

/** How many owners' limits are remembered. */
const REMEMBERED = 5_000;

interface Deps {
  readonly accounts: OwnerAccounts;
  readonly sandboxes: { listCounted(ownerId: string): Promise<readonly Sandbox[]> };
  readonly usage: UsageReader;
  readonly now: Clock;
}

/** The accounts of owners, and how they agree with the ledger of usage. */
export class Budgets {
  readonly #deps: Deps;
  readonly #known = new Map<string, OwnerLimits>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The owner's limits as they were read last by this process: a start relies on them without reading first, as its write has them for its condition. */
  knownLimits(ownerId: string): OwnerLimits {
    return this.#known.get(ownerId) ?? noLimits;
  }

  async account(ownerId: string): Promise<OwnerAccount> {
    const account = await this.#deps.accounts.account(ownerId);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(ownerId, account.limits);
    return account;
  }

  /**
   * Reads the ledger, and writes what is used of the month.
   *
   * @param keyIds the API keys that have budgets of their own, and are asked for or run something; what is kept of others goes
   * @throws VersionConflictError when others change the account at every try.
   */
  async settle(ownerId: string, keyIds: readonly string[]): Promise<Settlement> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const settlement = await this.#trySettle(await this.account(ownerId), keyIds);
      if (settlement) return settlement;
    }
    throw new VersionConflictError('the budget of', ownerId);
  }

  /**
   * The same for a start, which needs no more than that somebody has done it a moment ago: of many starts at once, one reads the ledger for all.
   *
   * @throws VersionConflictError when others change the account at every try.
   */
  async refresh(ownerId: string, keyIds: readonly string[]): Promise<void> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const account = await this.account(ownerId);
      if (isSettledLately(account.settled, keyIds, this.#deps.now())) return;
      if (await this.#trySettle(account, keyIds)) return;
    }
    throw new VersionConflictError('the budget of', ownerId);
  }

  /** The account is read before: whoever starts or pauses something meanwhile changes it, and then nothing is written. */
  async #trySettle(account: OwnerAccount, keyIds: readonly string[]): Promise<Settlement | undefined> {
    const { accounts, sandboxes, usage, now: clock } = this.#deps;
    const { ownerId } = account;
    const now = clock();
    const [ledger, counted] = await Promise.all([
      usage.monthToDate(ownerId, monthOf(now), now),
      sandboxes.listCounted(ownerId),
    ]);
    const running = new Set(counted.map((sandbox) => sandbox.api_key_id));
    const kept = [...(account.settled?.keys.keys() ?? [])].filter((id) => running.has(id));
    const settled = settlement(ledger, counted, [...keyIds, ...kept], now);
    return (await accounts.settle(account, settled)) ? { account: { ...account, settled }, ledger } : undefined;
  }
}
