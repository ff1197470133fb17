import type { Clock } from '../../../platform/clock.ts';
import { microUsdOf, nothingUsed, sharesOf, sumOf, usdOf } from '../../billing/usage/amounts.ts';
import type { PriceTable } from '../../billing/usage/prices.ts';
import { slicesOf } from '../../billing/usage/slices.ts';
import { TooMuchUsageError, type UsageLedger } from '../../billing/usage/usage-ledger.ts';
import { openOf } from '../record/ledger-of.ts';
import type { Sandbox } from '../record/sandbox.ts';

export interface ConversationCostDeps {
  readonly ledger: Pick<UsageLedger, 'ofSandbox'>;
  readonly tables: readonly PriceTable[];
  readonly now: Clock;
}

const ALWAYS = { from: '0', to: '9' };

/**
 * The conversation's share of its current sandbox's costs in US dollars. Null when the sandbox has more intervals than
 * one request can read, so that the conversation can still be read.
 *
 * @param row as read before this call, so that an interval that has ended since is in the ledger
 */
export async function sandboxCostOf(
  home: Home,
  row: Sandbox | undefined,
  deps: ConversationCostDeps,
): Promise<number | null> {
  try {
    return await sharedCostOf(home, row, deps);
  } catch (error) {
    if (error instanceof TooMuchUsageError) return null;
    throw error;
  }
}

async function sharedCostOf(
  { owner_id: ownerId, conversation_id: id, sandbox_id: sandboxId }: Home,
  row: Sandbox | undefined,
  { ledger, tables, now: clock }: ConversationCostDeps,
): Promise<number> {
  const now = clock();
  const rows = await ledger.ofSandbox(ownerId, sandboxId, row ? openOf(row, now) : []);
  const shares = rows
    .filter(({ conversation_ids: ids }) => ids.includes(id))
    .flatMap((row) => {
      const whole = slicesOf(row, ALWAYS, tables)
        .map(({ amounts }) => amounts)
        .reduce(sumOf, nothingUsed);
      return sharesOf(whole, row.conversation_ids.length)[row.conversation_ids.indexOf(id)] ?? nothingUsed;
    });
  return usdOf(microUsdOf(shares.reduce(sumOf, nothingUsed)));
}

interface Home {
  readonly owner_id: string;
  readonly conversation_id: string;
  readonly sandbox_id: string;
}
