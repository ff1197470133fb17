import { log } from '../../../platform/log.ts';
import type { AgentEvent } from '../../conversations/events/event.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { followsTitle, hasReportedTitle, reportOfEvent } from '../../conversations/record/conversation-state.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation } from './agent-histories.ts';
import { type HookDeps, type IngestDeps, ingestEvents, ingestHook } from './ingest.ts';

/** Invokes the worker that fetches what an agent could not deliver, or does not announce; returns at once. */
export type StartBackfill = (ownerId: string, conversationId: string) => Promise<void>;

export interface ConversationWebhookDeps extends HookDeps {
  readonly backfill: StartBackfill;
}

export interface EventWebhookDeps extends IngestDeps {
  readonly backfill: StartBackfill;
}

/** A hook shows that the agent reaches the service again, so its undelivered events are fetched. */
export async function receiveHook(
  sandbox: Sandbox,
  hook: AgentConversation,
  deps: ConversationWebhookDeps,
): Promise<void> {
  const conversation = await ingestHook(sandbox, hook, deps);
  // One that is being deleted has nothing to fetch any more.
  if (!conversation || hook.execution_status === 'deleting') return;
  await startBackfill(conversation, deps.backfill);
}

/** An agent has made a title by its first answer. It is fetched when the run ends, until there is one. */
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

/** The states in which an agent waits for people. */
const atRest: ReadonlySet<unknown> = new Set(['finished', 'waiting_for_confirmation', 'paused', 'stuck', 'error']);

function endsRun(event: AgentEvent): boolean {
  return atRest.has(reportOfEvent(event)?.execution_status);
}

async function startBackfill(conversation: Conversation, backfill: StartBackfill): Promise<void> {
  const { owner_id: ownerId, conversation_id: id } = conversation;
  try {
    await backfill(ownerId, id);
  } catch (error) {
    // What was reported is stored. The next report, or the next start of the sandbox, tries again.
    log.warn('backfill was not started', { owner_id: ownerId, conversation_id: id, error });
  }
}
