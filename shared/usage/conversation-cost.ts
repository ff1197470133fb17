import type { Clock } from '../clock.ts';
import type { SandboxStore } from '../sandboxes/sandbox-store.ts';
import { microUsdOf, nothingUsed, sharesOf, sumOf } from './amounts.ts';
import type { PriceTable } from './prices.ts';
import { slicesOf } from './slices.ts';
import type { UsageLedger } from './usage-ledger.ts';

export interface ConversationCostDeps {
  readonly ledger: Pick<UsageLedger, 'ofSandbox'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly tables: readonly PriceTable[];
  readonly now: Clock;
}

const ALWAYS = { from: '0', to: '9' };

/**
 * What the sandbox of a conversation has cost for it so far, in US dollars: its share of each interval that it used it in. Of a sandbox that it left for another one,
 * only the report of usage tells.
 */
export async function sandboxCostOf(
  { owner_id: ownerId, conversation_id: id, sandbox_id: sandboxId }: Home,
  { ledger, sandboxes, tables, now: clock }: ConversationCostDeps,
): Promise<number> {
  const now = clock();
  // What goes on is read first: what ends in between is then in the ledger.
  const rows = await ledger.ofSandbox(ownerId, sandboxId, await sandboxes.find(ownerId, sandboxId), now);
  const shares = rows
    .filter(({ conversation_ids: ids }) => ids.includes(id))
    .flatMap((row) => {
      const whole = slicesOf(row, ALWAYS, tables)
        .map(({ amounts }) => amounts)
        .reduce(sumOf, nothingUsed);
      return sharesOf(whole, row.conversation_ids.length)[row.conversation_ids.indexOf(id)] ?? nothingUsed;
    });
  return microUsdOf(shares.reduce(sumOf, nothingUsed)) / 1e6;
}

interface Home {
  readonly owner_id: string;
  readonly conversation_id: string;
  readonly sandbox_id: string;
}
