import type { Clock } from '../../platform/clock.ts';
import { retryLostRaces } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { ownerSuspended } from '../../presentation/sandbox-reasons.ts';
import type { OwnerAccount } from '../billing/budgets/account.ts';
import { pauseRequested } from '../sandboxes/intent/intents.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { Head } from './fleet.ts';
import type { SweepRun } from './sweep-run.ts';

export interface OwnerSweepDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save' | 'listCounted'>;
  /** Starts the worker that deletes an owner; returns at once. */
  readonly eraseOwner: (ownerId: string) => Promise<void>;
  readonly now: Clock;
}

/**
 * Pauses the sandboxes of suspended owners, and continues the deletion of others. No start passes a suspension, so what
 * is paused here stays paused.
 *
 * @param active the sandboxes that are not at rest
 */
export async function sweepOwners(
  run: SweepRun,
  active: readonly Head[],
  accounts: ReadonlyMap<string, OwnerAccount>,
  deps: OwnerSweepDeps,
): Promise<void> {
  const running = new Set(active.map(({ owner_id: ownerId }) => ownerId));
  const all = [...accounts.values()];
  const suspended = all.filter(({ ownerId, suspension }) => suspension && running.has(ownerId));
  const nameOf = ({ ownerId }: OwnerAccount) => `owner ${ownerId}`;
  await run.each('suspended-owners', suspended, nameOf, async ({ ownerId }) => {
    const paused = await pauseSuspended(ownerId, deps);
    if (paused > 0) log.warn('sandboxes of a suspended owner were paused', { owner_id: ownerId, paused });
  });
  const deleting = all.filter(({ isDeleting }) => isDeleting);
  await run.each('deleted-owners', deleting, nameOf, ({ ownerId }) => deps.eraseOwner(ownerId));
}

/** @returns how many it paused */
async function pauseSuspended(ownerId: string, { sandboxes, now }: OwnerSweepDeps): Promise<number> {
  const running = await sandboxes.listCounted(ownerId);
  const outcomes = await Promise.allSettled(
    running.map(({ sandbox_id: id }) =>
      retryLostRaces(async () => {
        const sandbox = await sandboxes.find(ownerId, id);
        const next = sandbox && pauseRequested(sandbox, now(), { pauseReason: 'suspension', reason: ownerSuspended });
        if (next) await sandboxes.save([{ previous: sandbox, next }]);
        return next !== undefined;
      }),
    ),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  // The next run retries those that failed.
  if (failed) throw failed.reason;
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
}
