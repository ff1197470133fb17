import type { IntegratorEvent } from '../integrator-events/outbox.ts';
import type { OwnerAccount, Settled } from './account.ts';

/** What is on record of owners, one by one. */
export interface OwnerAccounts {
  /** Reads what is stored now. An owner without a row has an empty account. */
  account(ownerId: string): Promise<OwnerAccount>;
  /**
   * Writes what is used of the month, in place of all that starts have added to it before `seen` was read.
   *
   * @returns whether nobody started, paused or settled since then; otherwise nothing is written.
   */
  settle(seen: OwnerAccount, settled: Settled): Promise<boolean>;
  /**
   * Tells integrators of a budget, once: who tells the same a second time in a month is not heard.
   *
   * @param month as `2026-11`
   * @returns whether it was told now.
   */
  tellOnce(event: IntegratorEvent, month: string): Promise<boolean>;
}
