import { log } from '../log.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { type ConversationHook, type HookDeps, ingestHook } from './ingest.ts';

export interface ConversationWebhookDeps extends HookDeps {
  /** Starts the worker that fetches what an agent could not deliver; it returns at once. */
  readonly backfill: (ownerId: string, conversationId: string) => Promise<void>;
}

/** What an agent could not deliver while nobody took it is fetched: its hook says that it is reached again. */
export async function receiveHook(
  sandbox: Sandbox,
  hook: ConversationHook,
  deps: ConversationWebhookDeps,
): Promise<void> {
  const conversation = await ingestHook(sandbox, hook, deps);
  // One that is being deleted has nothing to fetch any more.
  if (!conversation || hook.execution_status === 'deleting') return;
  const { owner_id: ownerId, conversation_id: id } = conversation;
  try {
    await deps.backfill(ownerId, id);
  } catch (error) {
    // What the hook said is kept. The next one, or the next start of the sandbox, asks again.
    log.warn('the back-fill was not started', { owner_id: ownerId, conversation_id: id, error });
  }
}
