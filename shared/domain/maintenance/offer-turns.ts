import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { LaunchPace } from '../sandboxes/launch/launch-pace.ts';
import type { WakeOrder } from '../sandboxes/reconcile/wake.ts';
import { limits } from '../sandboxes/record/limits.ts';
import type { Head } from './fleet.ts';

export interface OfferDeps {
  readonly pace: Pick<LaunchPace, 'ahead' | 'keepForQueue'>;
  /** Invokes a worker that takes the turns and waits for them; returns at once. */
  readonly wake: (order: WakeOrder) => Promise<void>;
  readonly now: Clock;
}

/** How many starts one worker waits for. */
const PER_WORKER = 100;

/** For how long the queue goes first, in milliseconds: until the next sweep, and one that begins late. */
const QUEUE_FIRST = limits.turnsAhead * 1000;

/**
 * Offers turns to the starts that wait in the queue. A turn is offered to one owner after the other, so that one who
 * asked for many at once does not keep the others waiting, and to each owner's starts in their order.
 */
export async function offerTurns(queued: readonly Head[], { pace, wake, now }: OfferDeps): Promise<void> {
  if (queued.length === 0) return;
  const offered = byTurns(queued).slice(0, pace.ahead);
  if (offered.length < queued.length) await pace.keepForQueue(new Date(now().getTime() + QUEUE_FIRST));
  log.info('starts wait for their turn', { queued: queued.length, offered: offered.length });
  const at = now().toISOString();
  for (let start = 0; start < offered.length; start += PER_WORKER) {
    const sandboxes = offered.slice(start, start + PER_WORKER).map(({ owner_id, sandbox_id }) => {
      return { owner_id, sandbox_id, at };
    });
    await wake({ sandboxes, turn_offered: true });
  }
}

/** The first start of each owner, then the second of each, and so on; in each round the longest waiting goes first. */
export function byTurns<T extends Pick<Head, 'owner_id' | 'phase_since'>>(queued: readonly T[]): readonly T[] {
  const owners = Map.groupBy(queued.toSorted(longestFirst), ({ owner_id: ownerId }) => ownerId);
  const rounds = [...owners.values()].flatMap((own) => own.map((start, round) => ({ start, round })));
  return rounds.toSorted((a, b) => a.round - b.round || longestFirst(a.start, b.start)).map(({ start }) => start);
}

function longestFirst(a: Pick<Head, 'phase_since'>, b: Pick<Head, 'phase_since'>): number {
  if (a.phase_since === b.phase_since) return 0;
  return a.phase_since < b.phase_since ? -1 : 1;
}
