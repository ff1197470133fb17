import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { type Conversation, waitsAtBudget } from '../../conversations/record/conversation.ts';
import type { SandboxWork, WorkOrder, WorkOutcome, WorkPlace } from '../../sandboxes/waits/sandbox-work.ts';
import type { WaitPlaces } from '../../sandboxes/waits/wait-for-status.ts';
import { placeToWork } from '../../sandboxes/waits/worker-places.ts';
import { type GoOnDeps, goOn } from '../proxy/go-on.ts';
import { applyPendingModels, type PendingModelDeps, repeatRefusedRun } from '../proxy/pending-models.ts';
import { type BackfillDeps, type BackfillRun, backfillConversation, backfillSandbox } from './backfill.ts';

export interface BackfillWorkDeps
  extends Omit<BackfillDeps, 'conversations'>,
    Omit<PendingModelDeps, 'conversations'>,
    GoOnDeps {
  readonly conversations: BackfillDeps['conversations'] & PendingModelDeps['conversations'];
  readonly work: Pick<SandboxWork, 'begin' | 'finish' | 'request'>;
  readonly places: WaitPlaces;
}

/** Conversations whose events are fetched at a time. A page of events can have megabytes. */
const PARALLEL = 3;

/**
 * Does the backfills that were ordered for a sandbox. Ends at once if another worker serves the sandbox, or if the
 * owner has enough workers: the orders stay. What a run has no time for is left to the next one.
 */
export async function serveBackfills(place: WorkPlace, run: BackfillRun, deps: BackfillWorkDeps): Promise<void> {
  const until = new Date(deps.now().getTime() + run.timeLeft());
  const own = await placeToWork('backfill', place.ownerId, until, deps);
  if (!own) return leaveOrders(place, run, deps);
  try {
    for (let isOrdered = true; isOrdered && hasTime(run); ) {
      const orders = await deps.work.begin(place, run.holder);
      if (!orders) return;
      isOrdered = await deps.work.finish(place, run.holder, await outcomesOf(orders, place, run, deps));
    }
  } finally {
    await deps.places.release(own);
  }
}

/** The sweep invokes the next worker. The orders lose no try, as the agent was not asked. */
async function leaveOrders(place: WorkPlace, { holder }: BackfillRun, { work }: BackfillWorkDeps): Promise<void> {
  const orders = await work.begin(place, holder);
  if (orders) await work.finish(place, holder, new Map(orders.map((order) => [order, 'later'])));
}

async function outcomesOf(
  orders: readonly WorkOrder[],
  place: WorkPlace,
  run: BackfillRun,
  deps: BackfillWorkDeps,
): Promise<ReadonlyMap<WorkOrder, WorkOutcome>> {
  const outcomes = new Map<WorkOrder, WorkOutcome>();
  for (let index = 0; index < orders.length; index += PARALLEL) {
    const some = orders.slice(index, index + PARALLEL);
    // The run was spent on the orders before it.
    if (index > 0 && !hasTime(run)) for (const order of some) outcomes.set(order, 'progress');
    else await Promise.all(some.map(async (order) => outcomes.set(order, await outcomeOf(order, place, run, deps))));
  }
  return outcomes;
}

async function outcomeOf(
  { id }: WorkOrder,
  { ownerId, sandboxId }: WorkPlace,
  run: BackfillRun,
  deps: BackfillWorkDeps,
): Promise<WorkOutcome> {
  try {
    if (id !== null && (await hasWaited(ownerId, id, deps))) return (await look(ownerId, id, deps)) ? 'later' : 'done';
    await (id === null
      ? applyPendingModels(
          ownerId,
          sandboxId,
          () => hasTime(run),
          deps,
          (conversation) => lookLater(conversation, deps),
        )
      : repeatRefusedRun(ownerId, id, deps));
    const added = await (id === null
      ? backfillSandbox(ownerId, sandboxId, run, deps)
      : backfillConversation(ownerId, id, run, deps));
    if (hasTime(run)) return id !== null && (await look(ownerId, id, deps)) ? 'later' : 'done';
    return added > 0 ? 'progress' : 'failed';
  } catch (error) {
    // The agent keeps its events.
    if (error instanceof AppError && error.code === 'rate_limited') return 'later';
    log.warn('backfill failed', { owner_id: ownerId, sandbox_id: sandboxId, conversation_id: id, error });
    return 'failed';
  }
}

/** How long after a refusal at a budget the agent's events are fetched with the look at the budget, in milliseconds. */
const FRESH = 120_000;

/**
 * Whether a conversation has waited at a budget for a while, so that only the budget is looked at: requests to an agent
 * count as its use, and would keep its sandbox from its pause.
 */
async function hasWaited(ownerId: string, id: string, { conversations, now }: BackfillWorkDeps): Promise<boolean> {
  const conversation = await conversations.find(ownerId, id);
  if (!conversation || !waitsAtBudget(conversation)) return false;
  return now().getTime() - Date.parse(conversation.waits_since ?? '') > FRESH;
}

/** After a resume, orders a look at the budget that a conversation waits at. */
async function lookLater(conversation: Conversation, { work }: BackfillWorkDeps): Promise<void> {
  const { owner_id: ownerId, sandbox_id: sandboxId, conversation_id: id } = conversation;
  if (waitsAtBudget(conversation)) await work.request({ ownerId, sandboxId }, id);
}

/** Looks whether a conversation can go on. @returns whether to look again later */
async function look(ownerId: string, id: string, deps: BackfillWorkDeps): Promise<boolean> {
  const conversation = await deps.conversations.find(ownerId, id);
  if (!conversation || !waitsAtBudget(conversation)) return false;
  return goOn(conversation, await deps.sandboxes.find(ownerId, conversation.sandbox_id), deps);
}

function hasTime({ timeLeft, pageTime }: BackfillRun): boolean {
  return timeLeft() > pageTime;
}
