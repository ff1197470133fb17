import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { LaunchPace } from '../sandboxes/launch/tasks.ts';
import { PER_WORKER, type WakeOrder } from '../sandboxes/reconcile/reconcile.ts';
import { limits } from '../sandboxes/record/limits.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import { Fleet, type Head } from './fleet.ts';

export interface OfferDeps {
  readonly pace: Pick<LaunchPace, 'ahead' | 'keepForQueue' | 'claimOffer' | 'endOffer'>;
  /** Invokes a worker that takes the turns and waits for them; returns at once. */
  readonly wake: (order: WakeOrder) => Promise<void>;
  readonly now: Clock;
}

export interface OfferSoonDeps extends OfferDeps {
  readonly sandboxes: Pick<SandboxStore, 'watched'>;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** How long the queue has priority, in milliseconds: until the next sweep, even if it is late. */
const QUEUE_FIRST = limits.turnsAhead * 1000;

/**
 * Offers turns to queued starts, round-robin by owner and in order within each owner, so that an owner with many starts
 * does not delay the others.
 */
async function offerTurns(queued: readonly Head[], { pace, wake, now }: OfferDeps): Promise<void> {
  if (queued.length === 0) return;
  const offered = roundRobin(queued).slice(0, pace.ahead);
  const isRestLeft = offered.length < queued.length;
  await pace.keepForQueue(new Date(now().getTime() + (isRestLeft ? QUEUE_FIRST : 0)));
  log.info('queued starts were offered turns', { queued: queued.length, offered: offered.length });
  const at = now().toISOString();
  for (let start = 0; start < offered.length; start += PER_WORKER) {
    const sandboxes = offered.slice(start, start + PER_WORKER).map(({ owner_id, sandbox_id }) => {
      return { owner_id, sandbox_id, at };
    });
    await wake({ sandboxes, turn_offered: true });
  }
}

/**
 * Offers turns between two sweeps during a burst of starts: after a short delay, so that the burst has arrived, and
 * again as long as starts join the queue. The caller holds the claim to do so.
 */
export async function offerDuringBurst(deps: OfferSoonDeps): Promise<void> {
  const end = deps.now().getTime() + limits.offering * 1000;
  await deps.pause(limits.gather * 1000);
  for (let isQueue = true; isQueue && deps.now().getTime() < end; ) {
    const { queued } = await Fleet.read(deps.sandboxes.watched());
    await offerTurns(queued, deps);
    isQueue = queued.length > 0;
    if (isQueue) await deps.pause(limits.betweenOffers * 1000);
  }
  await deps.pace.endOffer();
}

/** Offers turns once, unless another worker does so. */
export async function offerOnce(queued: readonly Head[], deps: OfferDeps): Promise<void> {
  if (queued.length === 0 || !(await deps.pace.claimOffer(deps.now()))) return;
  await offerTurns(queued, deps);
  await deps.pace.endOffer();
}

/** The first start of each owner, then each second one, and so on. Within a round, the longest waiting comes first. */
export function roundRobin<T extends Pick<Head, 'owner_id' | 'phase_since'>>(queued: readonly T[]): readonly T[] {
  const owners = Map.groupBy(queued.toSorted(longestFirst), ({ owner_id: ownerId }) => ownerId);
  const rounds = [...owners.values()].flatMap((own) => own.map((start, round) => ({ start, round })));
  return rounds.toSorted((a, b) => a.round - b.round || longestFirst(a.start, b.start)).map(({ start }) => start);
}

function longestFirst(a: Pick<Head, 'phase_since'>, b: Pick<Head, 'phase_since'>): number {
  if (a.phase_since === b.phase_since) return 0;
  return a.phase_since < b.phase_since ? -1 : 1;
}
