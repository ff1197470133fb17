import type { SandboxWork, WorkOrder, WorkOutcome, WorkPlace } from '../../sandboxes/waits/sandbox-work.ts';
import type { WaitPlaces } from '../../sandboxes/waits/wait-for-status.ts';
import { placeToWork } from '../../sandboxes/waits/worker-places.ts';
import {
  type DeliveryDeps,
  DeliveryUnderWayError,
  deliverPendingMessages,
  whenRunning,
} from './deliver-pending-messages.ts';

export interface TurnDeps extends DeliveryDeps {
  readonly work: Pick<SandboxWork, 'enter' | 'begin' | 'finish'>;
  readonly places: WaitPlaces;
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface Worker {
  readonly holder: string;
  /** In milliseconds. */
  readonly timeLeft: () => number;
  /** The time for deliveries after the wait for a starting sandbox, in milliseconds. */
  readonly reserve: number;
}

/**
 * Delivers the pending messages of a conversation. If its sandbox already has a worker, leaves them to it: one worker
 * waits for a starting sandbox or a slow agent, however many messages are queued there.
 *
 * @throws DeliveryUnderWayError if the owner has enough workers; as `deliverPendingMessages`. Try again later.
 */
export async function deliverInTurn(
  ownerId: string,
  conversationId: string,
  worker: Worker,
  deps: TurnDeps,
): Promise<void> {
  const home = await deps.homes.find(ownerId, conversationId);
  if (!home) return deliverPendingMessages(ownerId, conversationId, deps);
  const place = { ownerId, sandboxId: home.conversation.sandbox_id };
  const orders = await deps.work.enter(place, conversationId, worker.holder);
  if (!orders) return;
  const until = new Date(deps.now().getTime() + worker.timeLeft());
  const own = await placeToWork('deliver', ownerId, until, deps);
  if (!own) {
    await deps.work.finish(place, worker.holder, new Map(orders.map((order) => [order, 'later'])));
    throw new DeliveryUnderWayError(`owner ${ownerId} has enough workers`);
  }
  try {
    await whenRunning(ownerId, conversationId, Math.max(0, worker.timeLeft() - worker.reserve), deps);
    await serve(place, conversationId, worker, deps);
  } finally {
    await deps.places.release(own);
  }
}

/** Delivers for each conversation that was ordered, until none is left. @throws the first failure */
async function serve(place: WorkPlace, own: string, { holder }: Worker, deps: TurnDeps) {
  const failures: unknown[] = [];
  let isOrdered = true;
  while (isOrdered) {
    const orders = await deps.work.begin(place, holder);
    if (!orders) break;
    const outcomes = new Map<WorkOrder, WorkOutcome>();
    const deliver = async (order: WorkOrder): Promise<void> => {
      try {
        await deliverPendingMessages(place.ownerId, order.id ?? own, deps);
        outcomes.set(order, 'done');
      } catch (error) {
        failures.push(error);
        outcomes.set(order, 'failed');
      }
    };
    await Promise.all(orders.map(deliver));
    isOrdered = await deps.work.finish(place, holder, outcomes);
  }
  if (failures.length > 0) throw failures[0];
}
