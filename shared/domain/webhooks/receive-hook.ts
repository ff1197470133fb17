import { log } from '../../platform/log.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import type { AgentConversation } from './agent-histories.ts';
import { type HookDeps, ingestHook } from './ingest.ts';

export interface ConversationWebhookDeps extends HookDeps {
  /** Invokes the worker that fetches the events that an agent could not deliver; returns at once. */
  readonly backfill: (ownerId: string, conversationId: string) => Promise<void>;
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
  const { owner_id: ownerId, conversation_id: id } = conversation;
  try {
    await deps.backfill(ownerId, id);
  } catch (error) {
    // The hook's report is stored. The next hook, or the next start of the sandbox, tries again.
    log.warn('backfill was not started', { owner_id: ownerId, conversation_id: id, error });
  }
}
