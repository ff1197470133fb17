import { timestamp } from '../../../platform/clock.ts';
import { LEAST_CHARGED } from '../usage/slices.ts';
import type { MonthToDate, UsedSoFar } from '../usage/usage-reader.ts';
import type { Settled, Spent } from './account.ts';
import { monthOf } from './month.ts';
import { lineageIdsOf, type Payer } from './payer.ts';
import { RESERVED_SECONDS } from './reservation.ts';

/** The fields of a starting, running or resuming sandbox that a settlement needs. */
export interface CountedSandbox extends Payer {
  /** In millionths of a US dollar. */
  readonly reserved_micro_usd: number;
  readonly task_started_at: string | null;
}

/**
 * The usage of a month: the sum of the ledger, and for each starting or running sandbox the unused rest of its
 * reservation. As long as the ledger shows less usage than reserved, no other start may use that rest.
 *
 * @param counted the owner's sandboxes that start, run or resume
 * @param lineages those that have budgets of their own
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
  // The sums are part of a condition and are added to: whole numbers, and never less than the usage.
  return { microUsd: Math.ceil(microUsd), seconds: Math.ceil(seconds) };
}

/** For how many seconds a sandbox has run; 0 before its task is paid for. */
function ranFor({ task_started_at: since }: CountedSandbox, now: Date): number {
  return since === null ? 0 : Math.max(0, now.getTime() - Date.parse(since)) / 1000;
}

/** What the ledger has of the money of such a run: a whole minute from its first moment on. */
function chargedFor(run: number): number {
  return run === 0 ? 0 : Math.max(LEAST_CHARGED / 1000, run);
}

/** How many of the reserved seconds remain. */
function leftAfter(seconds: number): number {
  return Math.max(0, RESERVED_SECONDS - Math.floor(seconds));
}
