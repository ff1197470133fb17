import { timestamp } from '../clock.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { MonthToDate, UsedSoFar } from '../usage/usage-reader.ts';
import type { Settled, Spent } from './account.ts';
import { monthOf } from './month.ts';
import { QUANTUM_SECONDS } from './quantum.ts';

/**
 * What is used of a month: what the ledger has, and of each sandbox that starts or runs what its start set aside and has not used yet. So long as the ledger sees
 * less of a sandbox than that, others must not count on the rest.
 *
 * @param counted the owner's sandboxes that start, run or resume
 * @param keyIds the API keys that have budgets of their own
 */
export function settlement(
  ledger: MonthToDate,
  counted: readonly Sandbox[],
  keyIds: Iterable<string>,
  now: Date,
): Settled {
  const ofKey = (id: string): Spent =>
    spent(
      ledger.byKey.get(id),
      counted.filter((sandbox) => sandbox.api_key_id === id),
      now,
    );
  return {
    month: monthOf(now),
    at: timestamp(now),
    owner: spent(ledger, counted, now),
    keys: new Map([...new Set(keyIds)].map((id) => [id, ofKey(id)])),
  };
}

function spent(used: UsedSoFar | undefined, counted: readonly Sandbox[], now: Date): Spent {
  let { microUsd, sandboxSeconds: seconds } = used ?? { microUsd: 0, sandboxSeconds: 0 };
  for (const sandbox of counted) {
    const left = leftOf(sandbox, now);
    microUsd += Math.ceil((sandbox.reserved_micro_usd * left) / QUANTUM_SECONDS);
    seconds += left;
  }
  // The sums stand in a condition and are added to: whole numbers, and never less than what was used.
  return { microUsd: Math.ceil(microUsd), seconds: Math.ceil(seconds) };
}

/** For how many of the seconds that its start set aside a sandbox was not paid for yet. */
function leftOf({ task_started_at: since }: Sandbox, now: Date): number {
  if (since === null) return QUANTUM_SECONDS;
  const run = Math.max(0, now.getTime() - Date.parse(since)) / 1000;
  return Math.max(0, QUANTUM_SECONDS - Math.floor(run));
}
