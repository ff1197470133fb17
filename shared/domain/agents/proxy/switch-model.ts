import { randomUUID } from 'node:crypto';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import { askAgent } from '../../conversations/agent/ask-agent.ts';
import { type AgentDeps, agentOf, requireHome, requireUsable } from '../../conversations/agent/reach-agent.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { homeOf, sandboxOf } from '../../conversations/record/conversation-homes.ts';
import { type ConversationStore, conversationsIn } from '../../conversations/record/conversation-store.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import { agentLlm, type ProfileModels } from '../../settings/model-reader.ts';
import type { StartModel } from '../../settings/start-settings.ts';

interface SendModelDeps extends Pick<AgentDeps, 'keys'> {
  readonly conversations: Pick<ConversationStore, 'update'>;
  readonly models: ProfileModels;
  readonly now: Clock;
}

export interface SwitchDeps extends SendModelDeps, AgentDeps {}

/**
 * Switches a conversation to another model of its owner. A running agent receives it at once. Otherwise the row keeps
 * the choice for the next start or resume.
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
  // An unknown conversation is reported before an unknown profile.
  if (found.status === 'rejected') throw found.reason;
  if (named.status === 'rejected') throw named.reason;
  const { value: home } = found;
  const { value: model } = named;
  const { conversation } = home;
  if (isRunning(homeOf(home))) return sendModel(conversation, homeOf(home), { name, model }, deps);
  await storeChoice(conversation, { name, model: model.model, isPending: true }, deps);
  // If the sandbox started in between, its worker may have looked for the choice before the write.
  const now = homeOf(await requireHome(ownerId, conversationId, deps));
  if (isRunning(now)) await sendModel(conversation, now, { name, model }, deps);
}

interface NamedModel {
  readonly name: string;
  readonly model: StartModel;
}

/** Sends a chosen model to a running agent. */
async function sendModel(
  conversation: Conversation,
  sandbox: Sandbox | undefined,
  { name, model }: NamedModel,
  deps: SendModelDeps,
): Promise<void> {
  const agent = await agentOf(conversation, sandbox, deps.keys);
  // Agent servers keep the first model of each usage id and ignore later ones.
  const llm = agentLlm(model, `profile:${name}:${randomUUID()}`);
  try {
    await askAgent(agent, { method: 'POST', path: `${agent.path}/switch_llm`, json: { llm } });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    const message = `The agent does not have conversation ${conversation.conversation_id} yet. Try again.`;
    throw new AppError('conflict', message, { cause: error, extensions: { retry_after_seconds: 2 } });
  }
  await storeChoice(conversation, { name, model: model.model, isPending: false }, deps);
}

interface Choice {
  readonly name: string;
  readonly model: string;
  readonly isPending: boolean;
}

async function storeChoice(
  { owner_id, conversation_id }: Conversation,
  choice: Choice,
  deps: SendModelDeps,
): Promise<void> {
  const change = { llm_model: choice.model, llm_profile: choice.name, llm_profile_pending: choice.isPending };
  await deps.conversations.update(owner_id, conversation_id, change, timestamp(deps.now()));
}

/** False also without a sandbox: the conversation then continues in a new one, with the model of its row. */
function isRunning(sandbox: Sandbox | undefined): boolean {
  if (!sandbox || apiStatus(sandbox) === 'MISSING' || apiStatus(sandbox) === 'PAUSED') return false;
  return apiStatus(requireUsable(sandbox)) === 'RUNNING';
}

export interface PendingModelDeps extends SendModelDeps {
  readonly conversations: Pick<ConversationStore, 'update' | 'list'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

/**
 * Sends its agents the models that their owner chose while the sandbox was not running.
 *
 * @param hasTime what is left, with a slow agent, is done at the next resume
 */
export async function applyPendingModels(
  ownerId: string,
  sandboxId: string,
  hasTime: () => boolean,
  deps: PendingModelDeps,
): Promise<void> {
  for await (const page of conversationsIn(ownerId, sandboxId, deps.conversations)) {
    for (const conversation of page) if (conversation.llm_profile_pending && hasTime()) await apply(conversation, deps);
    if (!hasTime()) return;
  }
}

/** After a failure, the conversation keeps its previous model, and the next resume tries the choice again. */
async function apply(conversation: Conversation, deps: PendingModelDeps): Promise<void> {
  const { owner_id, conversation_id, sandbox_id, llm_profile: name } = conversation;
  if (!name) return;
  try {
    const model = await deps.models.modelOf(owner_id, name);
    const sandbox = sandboxOf(conversation, await deps.sandboxes.find(owner_id, sandbox_id));
    await sendModel(conversation, sandbox, { name, model }, deps);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn('agent did not get the chosen language model', { owner_id, conversation_id, error });
  }
}
