import { log } from '../../../platform/log.ts';
import type { AgentEvent } from '../../conversations/events/event.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { followsTitle, hasReportedTitle, reportOfEvent } from '../../conversations/record/conversation-state.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation } from './agent-histories.ts';
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
}

/** Stores a hook, and fetches undelivered events: the agent can reach the service again. */
export async function receiveHook(
  sandbox: Sandbox,
  hook: AgentConversation,
  deps: ConversationWebhookDeps,
): Promise<void> {
  const conversation = await ingestHook(sandbox, hook, deps);
  // A conversation in deletion has nothing left to fetch.
  if (!conversation || hook.execution_status === 'deleting') return;
  await startBackfill(conversation, deps.backfill);
}

/** Stores events. At the end of a run, fetches the title, if the conversation has none yet. */
export async function receiveEvents(
  sandbox: Sandbox,
  agentId: string,
  events: readonly AgentEvent[],
  deps: EventWebhookDeps,
): Promise<void> {
  const conversation = await ingestEvents(sandbox, agentId, events, deps);
  if (!conversation || !followsTitle(conversation) || hasReportedTitle(conversation)) return;
  if (events.some(endsRun)) await startBackfill(conversation, deps.backfill);
}

/** States in which an agent waits for the user. */
const atRest: ReadonlySet<unknown> = new Set(['finished', 'waiting_for_confirmation', 'paused', 'stuck', 'error']);

function endsRun(event: AgentEvent): boolean {
  return atRest.has(reportOfEvent(event)?.execution_status);
}

async function startBackfill(conversation: Conversation, backfill: StartBackfill): Promise<void> {
  const { owner_id: ownerId, sandbox_id: sandboxId, conversation_id: id } = conversation;
  try {
    await backfill(ownerId, sandboxId, id);
  } catch (error) {
    // The report is stored. The next report, or the next start of the sandbox, tries again.
    log.warn('backfill was not started', { owner_id: ownerId, conversation_id: id, error });
  }
}
