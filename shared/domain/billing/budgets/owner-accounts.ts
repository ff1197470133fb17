import type { IntegratorEvent } from '../../accounts/outbox/outbox.ts';
import type { OwnerAccount, Settled } from './account.ts';

/** The accounts of owners, one by one. */
export interface OwnerAccounts {
  /** A consistent read. An owner without a row has an empty account. */
  account(ownerId: string): Promise<OwnerAccount>;
  /**
   * Writes the usage of the month, in place of all that starts added to it before `seen` was read.
   *
   * @returns false, without a write, when a start, pause or settlement changed the account since then.
   */
  settle(seen: OwnerAccount, settled: Settled): Promise<boolean>;
  /**
   * Publishes an event of a budget, once in a month.
   *
   * @param month as `2026-11`
   * @returns whether it was published now.
   */
  tellOnce(event: IntegratorEvent, month: string): Promise<boolean>;
}
