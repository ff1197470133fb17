import { timestamp } from '../../../platform/clock.ts';
import type { MonthToDate, UsedSoFar } from '../usage/usage-reader.ts';
import type { Settled, Spent } from './account.ts';
import { monthOf } from './month.ts';
import { RESERVED_SECONDS } from './reservation.ts';

/** The fields of a starting, running or resuming sandbox that a settlement needs. */
export interface CountedSandbox {
  readonly api_key_id: string | null;
  /** In millionths of a US dollar. */
  readonly reserved_micro_usd: number;
  readonly task_started_at: string | null;
}

/**
 * The usage of a month: the sum of the ledger, and for each starting or running sandbox the unused rest of its
 * reservation. As long as the ledger shows less usage than reserved, no other start may use that rest.
 *
 * @param counted the owner's sandboxes that start, run or resume
 * @param keyIds the API keys that have budgets of their own
 */
export function settlement(
  ledger: MonthToDate,
  counted: readonly CountedSandbox[],
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

function spent(used: UsedSoFar | undefined, counted: readonly CountedSandbox[], now: Date): Spent {
  let { microUsd, sandboxSeconds: seconds } = used ?? { microUsd: 0, sandboxSeconds: 0 };
  for (const sandbox of counted) {
    const left = leftOf(sandbox, now);
    microUsd += Math.ceil((sandbox.reserved_micro_usd * left) / RESERVED_SECONDS);
    seconds += left;
  }
  // The sums are part of a condition and are added to: whole numbers, and never less than the usage.
  return { microUsd: Math.ceil(microUsd), seconds: Math.ceil(seconds) };
}

/** For how many of the seconds that its start set aside a sandbox was not paid for yet. */
function leftOf({ task_started_at: since }: CountedSandbox, now: Date): number {
  if (since === null) return RESERVED_SECONDS;
  const run = Math.max(0, now.getTime() - Date.parse(since)) / 1000;
  return Math.max(0, RESERVED_SECONDS - Math.floor(run));
}
