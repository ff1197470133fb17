import { StartRequest } from '../contract/start-request.ts';
import { retryLostRaces } from '../retry-lost-races.ts';
import { isBeyondResume, resumeRequested } from '../sandboxes/intents.ts';
import { writeWithinLimit } from '../sandboxes/within-limit.ts';
import type { Conversation } from './conversation.ts';
import { sandboxOf } from './sandbox-of.ts';
import { type StartDeps, type StartOrder, startConversation } from './start-conversation.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/**
 * Brings a conversation back: in its sandbox as that was left, or from the beginning in a new one when there is nothing left to bring back.
 *
 * @throws AppError `concurrency_limit_exceeded`; `conflict` when others change it all the time.
 */
export async function resumeConversation(conversation: Conversation, deps: Deps): Promise<void> {
  const isResumed = await retryLostRaces(() => resumeSandbox(conversation, deps));
  if (!isResumed) await startConversation(orderOf(conversation, deps.sandboxLimit), deps);
}

/** @returns whether there is a sandbox that can go on. */
async function resumeSandbox({ owner_id: ownerId, ...home }: Conversation, deps: Deps): Promise<boolean> {
  const { sandboxes, now, sandboxLimit: limit } = deps;
  const sandbox = sandboxOf(home, await sandboxes.find(ownerId, home.sandbox_id));
  if (!sandbox || isBeyondResume(sandbox)) return false;
  const next = resumeRequested(sandbox, now());
  if (!next) return false;
  const policy = { limit, onLimit: 'reject' } as const;
  await writeWithinLimit([{ previous: sandbox, next }], policy, deps, (changes, most) => sandboxes.save(changes, most));
  return true;
}

/** A start of what is there already: its own settings, and no first message. */
function orderOf(conversation: Conversation, limit: number): StartOrder {
  const { owner_id: ownerId, conversation_id: id, given_id: givenId } = conversation;
  const { selected_repository, selected_branch, git_provider, llm_model, trigger, pr_number } = conversation;
  return {
    ownerId,
    request: StartRequest.parse({
      selected_repository,
      selected_branch,
      git_provider,
      llm_model,
      trigger,
      pr_number,
    }),
    chosenId: id,
    givenId: givenId ?? id,
    mcpServers: null,
    replayJson: null,
    policy: { limit, onLimit: 'reject' },
  };
}
