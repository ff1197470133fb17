import * as z from 'zod';
import { limits } from '../record/limits.ts';
import type { ReconcileDeps } from './perform.ts';
import { reconcile } from './reconcile.ts';

/** A sandbox that is to be looked at when its wait is over. */
const Sleeper = z.object({ owner_id: z.string(), sandbox_id: z.string(), at: z.iso.datetime() });
export type Sleeper = z.infer<typeof Sleeper>;

/** What the worker gets: sandboxes to wait for side by side. */
export const WakeOrder = z.object({
  sandboxes: z.array(Sleeper).min(1),
  /** Whether these starts waited in the queue, and it is their turn to take one. */
  turn_offered: z.boolean().optional(),
});
export type WakeOrder = z.infer<typeof WakeOrder>;

/** For how many sandboxes one worker waits at most. */
export const PER_WORKER = 250;

interface WakeDeps extends ReconcileDeps {
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The longest time that one worker waits, in milliseconds. */
const LONGEST = limits.wake * 1000;

/**
 * Looks at each sandbox at its time, and again as long as the next time is near. None waits for another, nor fails with
 * it: the sweep looks at those that failed. Offered turns are taken one after the other, which keeps their order and
 * what is written in a second low.
 *
 * @param until after which no further step begins
 * @throws the first failure, when all others are done
 */
export async function wake({ sandboxes, turn_offered: isOffered }: WakeOrder, deps: WakeDeps, until: Date) {
  const end = deps.now().getTime() + LONGEST;
  const failures: unknown[] = [];
  const naps: Promise<void>[] = [];
  for (const sleeper of sandboxes) {
    const first = isOffered ? await offer(sleeper) : new Date(sleeper.at);
    if (first === 'full') break;
    naps.push(sleep(sleeper, first).catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(naps);
  if (failures.length > 0) throw failures[0];

  /** @returns `full` when no turn was left: none is for those behind it either, and they stay in the queue. */
  async function offer({ owner_id: ownerId, sandbox_id: id }: Sleeper): Promise<Date | undefined | 'full'> {
    try {
      const { steps, again } = await reconcile(ownerId, id, { turnOffered: true }, deps, until);
      return steps === 1 && again === undefined ? 'full' : again;
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  }

  async function sleep(sleeper: Sleeper, first: Date | undefined): Promise<void> {
    for (let due = first; due && due.getTime() <= end; due = await look(sleeper)) {
      await deps.pause(Math.max(due.getTime() - deps.now().getTime(), 0));
    }
  }

  async function look({ owner_id: ownerId, sandbox_id: id }: Sleeper): Promise<Date | undefined> {
    return (await reconcile(ownerId, id, {}, deps, until)).again;
  }
}
