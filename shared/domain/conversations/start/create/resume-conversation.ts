import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import { retryLostRaces } from '../../../../platform/errors.ts';
import type { TransactionPart } from '../../../../platform/transaction-part.ts';
import { isBeyondResume, resumeRequested } from '../../../sandboxes/intent/intents.ts';
import { type LimitPolicy, writeWithinLimit } from '../../../sandboxes/intent/within-limit.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { Conversation } from '../../record/conversation.ts';
import { type ConversationHome, sandboxOf } from '../../record/conversation-homes.ts';
import { startConversation } from './start-conversation.ts';
import type { StartDeps, StartOrder } from './start-order.ts';

/** Resumes a conversation, in a new sandbox if its own is gone. @throws AppError as a start does; `conflict` */
export async function resumeConversation(
  { conversation, found }: ConversationHome,
  policy: LimitPolicy,
  deps: StartDeps,
  claim: Claim = async () => [],
): Promise<void> {
  const { owner_id: ownerId } = conversation;
  // After a failed start, the agent does not have the conversation, so it must be started again.
  let read: ConversationHome['found'] | 'outdated' = found;
  const isResumed =
    !conversation.start_error &&
    (await retryLostRaces(async () => {
      const row = read === 'outdated' ? await deps.sandboxes.find(ownerId, conversation.sandbox_id) : read;
      read = 'outdated';
      return resumeSandbox(conversation, row, policy, deps, claim);
    }));
  if (isResumed) return;
  const order = restartOrder(conversation, policy);
  await startConversation({ ...order, claim: (started) => claim(started.conversation, started.sandbox) }, deps);
}

/** Makes further parts of the same transaction from the next state of the conversation and its sandbox. */
type Claim = (conversation: Conversation, sandbox: Sandbox) => Promise<readonly TransactionPart[]>;

/** @returns false if there is no sandbox to resume. */
async function resumeSandbox(
  conversation: Conversation,
  row: Sandbox | undefined,
  policy: LimitPolicy,
  deps: StartDeps,
  claim: Claim,
): Promise<boolean> {
  const { sandboxes, now } = deps;
  const sandbox = sandboxOf(conversation, row);
  if (!sandbox || isBeyondResume(sandbox)) return false;
  const next = resumeRequested(sandbox, now());
  if (!next) return false;
  const first = await claim(conversation, next);
  await writeWithinLimit([{ previous: sandbox, next }], policy, deps, (changes, bounds) =>
    sandboxes.save(changes, bounds, first),
  );
  return true;
}

/** The start of an existing conversation with its own settings. */
export function restartOrder(
  conversation: Conversation,
  policy: LimitPolicy,
  initial_message: StartOrder['request']['initial_message'] = null,
): StartOrder {
  const { owner_id: ownerId, conversation_id: id, given_id: givenId } = conversation;
  const { selected_repository, selected_branch, git_provider, trigger, pr_number } = conversation;
  return {
    ownerId,
    request: {
      ...StartRequest.parse({ selected_repository, selected_branch, git_provider, trigger, pr_number }),
      initial_message,
    },
    chosenId: id,
    givenId: givenId ?? id,
    mcpServers: null,
    replayJson: null,
    policy,
  };
}
