import { randomUUID } from 'node:crypto';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { askAgent } from '../../conversations/agent/ask-agent.ts';
import { type AgentDeps, agentOf, requireHome, requireUsable } from '../../conversations/agent/reach-agent.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { homeOf, sandboxOf } from '../../conversations/record/conversation-homes.ts';
import type { ConversationStore } from '../../conversations/record/conversation-store.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import { agentLlm, type ProfileModels } from '../../settings/model-reader.ts';
import type { StartModel } from '../../settings/start-settings.ts';

/** What telling an agent its model needs. */
interface TellDeps extends Pick<AgentDeps, 'keys'> {
  readonly conversations: Pick<ConversationStore, 'update'>;
  readonly models: ProfileModels;
  readonly now: Clock;
}

export interface SwitchDeps extends TellDeps, AgentDeps {}

/**
 * Lets a conversation go on with another language model of its owner. A running agent gets it at once. Otherwise the
 * row keeps the choice for the next start or resume.
 *
 * @throws NotFoundError for an unknown conversation or profile; AppError where the agent refuses the model
 */
export async function switchProfile(
  ownerId: string,
  conversationId: string,
  name: string,
  deps: SwitchDeps,
): Promise<void> {
  const [found, named] = await Promise.allSettled([
    requireHome(ownerId, conversationId, deps),
    deps.models.modelOf(ownerId, name),
  ]);
  // For an unknown conversation, the profile does not matter.
  if (found.status === 'rejected') throw found.reason;
  if (named.status === 'rejected') throw named.reason;
  const { value: home } = found;
  const { value: model } = named;
  const { conversation } = home;
  if (isRunning(homeOf(home))) return tellAgent(conversation, homeOf(home), { name, model }, deps);
  await record(conversation, { name, model: model.model, isPending: true }, deps);
  // A sandbox that ran by the time of the write has no other worker that looks for the choice.
  const now = homeOf(await requireHome(ownerId, conversationId, deps));
  if (isRunning(now)) await tellAgent(conversation, now, { name, model }, deps);
}

interface NamedModel {
  readonly name: string;
  readonly model: StartModel;
}

/** Sends a chosen model to a running agent. */
async function tellAgent(
  conversation: Conversation,
  sandbox: Sandbox | undefined,
  { name, model }: NamedModel,
  deps: TellDeps,
): Promise<void> {
  const agent = await agentOf(conversation, sandbox, deps.keys);
  // Agent servers keep the first model of each usage id, and would ignore a later one.
  const llm = agentLlm(model, `profile:${name}:${randomUUID()}`);
  try {
    await askAgent(agent, { method: 'POST', path: `${agent.path}/switch_llm`, json: { llm } });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    const message = `The agent does not have conversation ${conversation.conversation_id} yet. Try again.`;
    throw new AppError('conflict', message, { cause: error, extensions: { retry_after_seconds: 2 } });
  }
  await record(conversation, { name, model: model.model, isPending: false }, deps);
}

interface Choice {
  readonly name: string;
  readonly model: string;
  readonly isPending: boolean;
}

async function record({ owner_id, conversation_id }: Conversation, choice: Choice, deps: TellDeps): Promise<void> {
  const change = { llm_model: choice.model, llm_profile: choice.name, llm_profile_pending: choice.isPending };
  await deps.conversations.update(owner_id, conversation_id, change, timestamp(deps.now()));
}

/** A sandbox that is gone is no obstacle: the conversation goes on in a new one, with the model of its row. */
function isRunning(sandbox: Sandbox | undefined): boolean {
  if (!sandbox || apiStatus(sandbox) === 'MISSING' || apiStatus(sandbox) === 'PAUSED') return false;
  return apiStatus(requireUsable(sandbox)) === 'RUNNING';
}

export interface PendingModelDeps extends TellDeps {
  readonly conversations: Pick<ConversationStore, 'update' | 'list'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

/** How many conversations of one sandbox are looked at, the newest first. */
const MAX_CONVERSATIONS = 500;

/** Sends the models that an owner chose while a sandbox was not running to its agents. */
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
