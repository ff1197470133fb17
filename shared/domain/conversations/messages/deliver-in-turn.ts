import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import type { SandboxWork, WorkOrder, WorkOutcome, WorkPlace } from '../../sandboxes/waits/sandbox-work.ts';
import type { WaitPlaces } from '../../sandboxes/waits/wait-for-status.ts';
import { placeToWork } from '../../sandboxes/waits/worker-places.ts';
import { type DeliveryDeps, deliverPendingMessages } from './deliver-pending-messages.ts';

export interface TurnDeps extends DeliveryDeps {
  readonly sandboxes: Pick<SandboxReader, 'find'>;
  readonly work: Pick<SandboxWork, 'begin' | 'finish'>;
  readonly places: WaitPlaces;
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface Worker {
  readonly holder: string;
  /** In milliseconds. */
  readonly timeLeft: () => number;
}

/** The time for one round of deliveries, in milliseconds. The sweep continues what a run leaves. */
const ROUND = 60_000;

/**
 * Delivers the pending messages that were ordered in a sandbox. Ends at once if another worker does: it takes the
 * orders. It never waits for a sandbox or a tool: its start, the events of its agent and the sweep invoke it again.
 */
export async function deliverInTurn(place: WorkPlace, worker: Worker, deps: TurnDeps): Promise<void> {
  const until = new Date(deps.now().getTime() + worker.timeLeft());
  const own = await placeToWork('deliver', place.ownerId, until, deps);
  const failures: unknown[] = [];
  try {
    for (let isOrdered = true; isOrdered && worker.timeLeft() > ROUND; ) {
      const orders = await deps.work.begin(place, worker.holder);
      if (!orders) return;
      const outcomes = new Map<WorkOrder, WorkOutcome>();
      const deliver = async (order: WorkOrder): Promise<void> => {
        outcomes.set(order, own ? await outcomeOf(order, place, failures, deps) : 'later');
      };
      await Promise.all(orders.map(deliver));
      isOrdered = await deps.work.finish(place, worker.holder, outcomes);
    }
  } finally {
    if (own) await deps.places.release(own);
  }
  if (failures.length > 0) throw failures[0];
}

/** A failure of the service loses no order either. */
async function outcomeOf(
  { id }: WorkOrder,
  { ownerId, sandboxId }: WorkPlace,
  failures: unknown[],
  deps: TurnDeps,
): Promise<WorkOutcome> {
  try {
    // An order for the whole sandbox replaces too many.
    const all = async () => (await deps.sandboxes.find(ownerId, sandboxId))?.conversation_ids ?? [];
    const ids = id === null ? await all() : [id];
    const results = await Promise.all(ids.map((one) => deliverPendingMessages(ownerId, one, deps)));
    return results.includes('later') ? 'later' : 'done';
  } catch (error) {
    failures.push(error);
    return 'later';
  }
}
