import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { AgentEvent } from '../../conversations/events/event.ts';
import { type Conversation, waitsAtBudget } from '../../conversations/record/conversation.ts';
import {
  followsTitle,
  hasReportedTitle,
  refusesKey,
  reportOfEvent,
} from '../../conversations/record/conversation-state.ts';
import { isUseUnrecorded } from '../../sandboxes/record/conditions.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { SandboxUses } from '../../sandboxes/store/sandbox-uses.ts';
import type { WorkPlace } from '../../sandboxes/waits/sandbox-work.ts';
import type { AgentConversation } from './agent-histories.ts';
import { refusesConversation } from './delivery-limits.ts';
import { type HookDeps, type IngestDeps, ingestEvents, ingestHook } from './ingest.ts';

/**
 * Orders the fetching of undelivered events and unannounced titles of a conversation; null for all of the sandbox.
 * Invokes a worker if the sandbox has none. Does not wait for it.
 */
export type StartBackfill = (ownerId: string, sandboxId: string, conversationId: string | null) => Promise<void>;

export interface ConversationWebhookDeps extends HookDeps {
  readonly backfill: StartBackfill;
}

export interface EventWebhookDeps extends IngestDeps {
  readonly backfill: StartBackfill;
  /** Continues deliveries of messages that wait for the agent of a sandbox. Does not wait for them. */
  readonly hastenMessages: (place: WorkPlace) => Promise<void>;
  readonly uses: Pick<SandboxUses, 'note'>;
}

/** Stores a hook, and fetches undelivered events: the agent can reach the service again. */
export async function receiveHook(
  sandbox: Sandbox,
  hook: AgentConversation,
  deps: ConversationWebhookDeps,
): Promise<void> {
  const conversation = await orFetchedLater(ingestHook(sandbox, hook, deps), sandbox, deps.backfill);
  // A conversation in deletion has nothing left to fetch.
  if (!conversation || hook.execution_status === 'deleting') return;
  await startBackfill(conversation, deps.backfill);
}

/**
 * Stores events. A user's message confirms its delivery. At the end of a run, fetches the title if the conversation has
 * none. After a refused key, the worker looks whether the agent has the owner's model, and after a refusal at a budget,
 * it repeats the run once the budget has room.
 */
export async function receiveEvents(
  sandbox: Sandbox,
  agentId: string,
  events: readonly AgentEvent[],
  deps: EventWebhookDeps,
): Promise<void> {
  const conversation = await orFetchedLater(ingestEvents(sandbox, agentId, events, deps), sandbox, deps.backfill);
  if (!conversation) return;
  if (events.some(isUserMessage)) {
    await hasten(sandbox, deps);
    if (isUseUnrecorded(sandbox, deps.now())) await deps.uses.note(sandbox);
  }
  const needsWorker = waitsAtBudget(conversation) || (followsTitle(conversation) && !hasReportedTitle(conversation));
  if (events.some((event) => refusesKey(event) || (needsWorker && endsRun(event))))
    await startBackfill(conversation, deps.backfill);
}

/**
 * Orders a backfill when a limit refuses a delivery: an agent drops what it cannot deliver for long. A backfill finds
 * no refused conversation: later events add it.
 */
async function orFetchedLater<T>(
  ingested: Promise<T>,
  { owner_id: ownerId, sandbox_id: sandboxId }: Sandbox,
  backfill: StartBackfill,
): Promise<T> {
  try {
    return await ingested;
  } catch (error) {
    const isFetchable = error instanceof AppError && error.code === 'rate_limited' && !refusesConversation(error);
    if (isFetchable) await orLogged(ownerId, sandboxId, null, backfill);
    throw error;
  }
}

function isUserMessage({ kind, source }: AgentEvent): boolean {
  return kind === 'MessageEvent' && source === 'user';
}

/** A failure only delays the messages: the sweep continues, too. */
async function hasten({ owner_id: ownerId, sandbox_id: sandboxId }: Sandbox, deps: EventWebhookDeps): Promise<void> {
  try {
    await deps.hastenMessages({ ownerId, sandboxId });
  } catch (error) {
    log.warn('delivery of messages was not continued', { owner_id: ownerId, sandbox_id: sandboxId, error });
  }
}

/** States in which an agent waits for the user. */
const atRest: ReadonlySet<unknown> = new Set(['finished', 'waiting_for_confirmation', 'paused', 'stuck', 'error']);

function endsRun(event: AgentEvent): boolean {
  return atRest.has(reportOfEvent(event)?.execution_status);
}

function startBackfill(conversation: Conversation, backfill: StartBackfill): Promise<void> {
  const { owner_id: ownerId, sandbox_id: sandboxId, conversation_id: id } = conversation;
  return orLogged(ownerId, sandboxId, id, backfill);
}

async function orLogged(ownerId: string, sandboxId: string, id: string | null, backfill: StartBackfill): Promise<void> {
  try {
    await backfill(ownerId, sandboxId, id);
  } catch (error) {
    // The report is stored. The next report, or the next start of the sandbox, tries again.
    log.warn('backfill was not started', { owner_id: ownerId, sandbox_id: sandboxId, conversation_id: id, error });
  }
}
