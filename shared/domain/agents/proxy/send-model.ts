import { randomUUID } from 'node:crypto';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import type { AgentModels } from '../../conversations/agent/agent-models.ts';
import { type Agent, type AgentDeps, agentOf, type RenewModel } from '../../conversations/agent/reach-agent.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import type { ConversationStore } from '../../conversations/record/conversation-store.ts';
import { choiceOfConversation, currentModel, isOfSameProvider } from '../../conversations/record/current-model.ts';
import { askAgent } from '../../sandboxes/agent/ask-agent.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { agentLlm, type OwnerModels, type ProfileModels } from '../../settings/model-reader.ts';
import type { StartModel } from '../../settings/start-settings.ts';

export interface SendModelDeps extends Pick<AgentDeps, 'keys'> {
  readonly conversations: Pick<ConversationStore, 'update'>;
  readonly models: ProfileModels;
  readonly agentModels: AgentModels;
  readonly now: Clock;
}

export interface NamedModel {
  readonly name: string;
  readonly model: StartModel;
}

/** Sends a chosen model to a running agent. */
export async function sendModel(
  conversation: Conversation,
  sandbox: Sandbox | undefined,
  { name, model }: NamedModel,
  deps: SendModelDeps,
): Promise<void> {
  const at = timestamp(deps.now());
  const agent = await agentOf(conversation, sandbox, deps.keys);
  await sendLlm(agent, model, `profile:${name}:${randomUUID()}`, deps);
  await storeChoice(conversation, { name, model: model.model, isPending: false }, deps, at);
}

/**
 * Gives an agent a model, after the row has the hash of its key for the model broker. Agent servers keep the first
 * model of each usage id and ignore later ones.
 *
 * @throws DirectModelError
 */
async function sendLlm(agent: Agent, model: StartModel, usageId: string, deps: SendModelDeps): Promise<void> {
  const { owner_id, conversation_id, model_key_hash: before } = agent.conversation;
  const { llm: own, keyHash } = await deps.agentModels.of(agent.conversation, agent.sandbox, model);
  const llm = agentLlm(own, usageId);
  if (keyHash !== (before ?? null))
    await deps.conversations.update(owner_id, conversation_id, { model_key_hash: keyHash }, timestamp(deps.now()));
  try {
    await askAgent(agent, { method: 'POST', path: `${agent.path}/switch_llm`, json: { llm } });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    const message = `The agent does not have conversation ${agent.conversation.conversation_id} yet. Try again.`;
    throw new AppError('conflict', message, { cause: error, extensions: { retry_after_seconds: 2 } });
  }
}

interface Choice {
  readonly name: string;
  readonly model: string;
  readonly isPending: boolean;
}

/** Keeps the choice of a profile in the row. @param sentAt when its settings were read, if the agent has it */
export async function storeChoice(
  { owner_id, conversation_id }: Conversation,
  choice: Choice,
  deps: SendModelDeps,
  sentAt?: string,
): Promise<void> {
  const sent = sentAt === undefined ? {} : { llm_refused: false, llm_outdated: false, llm_sent_at: sentAt };
  const change = { llm_model: choice.model, llm_profile: choice.name, llm_profile_pending: choice.isPending, ...sent };
  await deps.conversations.update(owner_id, conversation_id, change, timestamp(deps.now()));
}

/**
 * Sends an agent the model that its conversation would start with now, as its provider refused the key or the owner
 * has changed the settings since. Does nothing for a program that has its own model.
 */
export async function renewModel(agent: Agent, models: OwnerModels, deps: SendModelDeps): Promise<void> {
  const { conversation } = agent;
  const { owner_id, conversation_id } = conversation;
  if (conversation.agent_kind === 'acp') return;
  const at = timestamp(deps.now());
  const model = modelFor(conversation, await models.open(choiceOfConversation(conversation)));
  if (!model) return;
  await sendLlm(agent, model, `settings:${randomUUID()}`, deps);
  const sent = { llm_refused: false, llm_outdated: false, llm_sent_at: at };
  const change = { llm_model: model.model, llm_profile_pending: false, ...sent };
  await deps.conversations.update(owner_id, conversation_id, change, timestamp(deps.now()));
}

/**
 * Undefined if the agent keeps its model, with the key that it has: the settings name another one, and its provider
 * accepts that key. The broker has only the keys of the settings.
 */
function modelFor(conversation: Conversation, current: StartModel): StartModel | undefined {
  const { llm_model: own, llm_model_by: by, llm_profile: profile, llm_refused: isRefused } = conversation;
  const isOther = own !== null && own !== current.model && !profile;
  const isNamed = by === 'user' && isOther && isOfSameProvider(own, current.model);
  const hasOwnKey = !conversation.model_key_hash && !isRefused;
  return isOther && !isNamed && hasOwnKey ? undefined : currentModel(conversation, current);
}

/** Before a message, gives an agent whose model's provider refused the key the model of the settings. */
export function modelRenewal(deps: SendModelDeps): RenewModel {
  return async (agent) => {
    const { owner_id, llm_refused: isRefused } = agent.conversation;
    if (isRefused)
      await orLogged(agent.conversation, async () => renewModel(agent, await deps.models.ofOwner(owner_id), deps));
  };
}

/** A failure leaves the row as it is, so that a later message or resume tries again. */
export async function orLogged({ owner_id, conversation_id }: Conversation, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn('agent did not get the language model of its owner', { owner_id, conversation_id, error });
  }
}
