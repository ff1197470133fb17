import { AppError } from '../../../platform/errors/errors.ts';
import { log } from '../../../platform/log.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import type { ConversationStore } from '../../conversations/record/conversation-store.ts';
import { sandboxOf } from '../../conversations/record/sandbox-of.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import { type TellDeps, tellAgent } from './switch-model.ts';

export interface PendingModelDeps extends TellDeps {
  readonly conversations: Pick<ConversationStore, 'update' | 'list'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

/** How many conversations of one sandbox are looked at, the newest first. */
const MAX_CONVERSATIONS = 500;

/** Tells the agents of a sandbox that runs again which models their owner chose while it did not run. */
export async function applyPendingModels(ownerId: string, sandboxId: string, deps: PendingModelDeps): Promise<void> {
  const filter = { sandboxId, includeSubConversations: true };
  let after: string | null = null;
  let seen = 0;
  do {
    const page: Awaited<ReturnType<ConversationStore['list']>> = await deps.conversations.list(
      ownerId,
      filter,
      100,
      after,
    );
    for (const conversation of page.items) if (conversation.llm_profile_pending) await apply(conversation, deps);
    seen += page.items.length;
    after = page.next;
  } while (after !== null && seen < MAX_CONVERSATIONS);
}

/** A choice that fails stays in the row for the next resume: the conversation goes on with the model that it had. */
async function apply(conversation: Conversation, deps: PendingModelDeps): Promise<void> {
  const { owner_id, conversation_id, sandbox_id, llm_profile: name } = conversation;
  if (!name) return;
  try {
    const model = await deps.models.modelOf(owner_id, name);
    const sandbox = sandboxOf(conversation, await deps.sandboxes.find(owner_id, sandbox_id));
    await tellAgent(conversation, sandbox, { name, model }, deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn('agent did not get the chosen language model', { owner_id, conversation_id, error });
  }
}
