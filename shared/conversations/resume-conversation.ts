import type { Part } from '../aws/transact.ts';
import { StartRequest } from '../contract/start-request.ts';
import { retryLostRaces } from '../retry-lost-races.ts';
import { isBeyondResume, resumeRequested } from '../sandboxes/intents.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { type LimitPolicy, writeWithinLimit } from '../sandboxes/within-limit.ts';
import type { Conversation } from './conversation.ts';
import { sandboxOf } from './sandbox-of.ts';
import { type StartDeps, type StartOrder, startConversation } from './start-conversation.ts';

/**
 * Brings a conversation back: in its sandbox as that was left, or from the beginning in a new one when there is nothing left to bring back.
 *
 * @throws AppError `concurrency_limit_exceeded` and `quota_exceeded`; `conflict` when others change it all the time.
 */
export async function resumeConversation(
  conversation: Conversation,
  policy: LimitPolicy,
  deps: StartDeps,
  claim: Claim = async () => [],
): Promise<void> {
  const isResumed = await retryLostRaces(() => resumeSandbox(conversation, policy, deps, claim));
  if (isResumed) return;
  const order = orderOf(conversation, policy);
  await startConversation({ ...order, claim: (started) => claim(started.conversation, started.sandbox) }, deps);
}

/** What is to be written in the same transaction, by what the conversation and its sandbox will be. */
type Claim = (conversation: Conversation, sandbox: Sandbox) => Promise<readonly Part[]>;

/** @returns whether there is a sandbox that can go on. */
async function resumeSandbox(
  conversation: Conversation,
  policy: LimitPolicy,
  deps: StartDeps,
  claim: Claim,
): Promise<boolean> {
  const { owner_id: ownerId, ...home } = conversation;
  const { sandboxes, now } = deps;
  const sandbox = sandboxOf(home, await sandboxes.find(ownerId, home.sandbox_id));
  if (!sandbox || isBeyondResume(sandbox)) return false;
  const next = resumeRequested(sandbox, now());
  if (!next) return false;
  const first = await claim(conversation, next);
  await writeWithinLimit([{ previous: sandbox, next }], policy, deps, (changes, bounds) =>
    sandboxes.save(changes, bounds, first),
  );
  return true;
}

/** A start of what is there already: its own settings, and no first message. */
function orderOf(conversation: Conversation, policy: LimitPolicy): StartOrder {
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
    policy,
  };
}
