import { randomUUID } from 'node:crypto';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { log } from '../../../platform/log.ts';
import {
  type Agent,
  type AgentDeps,
  agentOf,
  type RenewModel,
  requireHome,
  requireUsable,
} from '../../conversations/agent/reach-agent.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { homeOf, sandboxOf } from '../../conversations/record/conversation-homes.ts';
import { type ConversationStore, conversationsIn } from '../../conversations/record/conversation-store.ts';
import { askAgent } from '../../sandboxes/agent/ask-agent.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import { providerOf } from '../../settings/language-model.ts';
import { agentLlm, type OwnerModels, type ProfileModels } from '../../settings/model-reader.ts';
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
  const at = timestamp(deps.now());
  await sendLlm(await agentOf(conversation, sandbox, deps.keys), agentLlm(model, `profile:${name}:${randomUUID()}`));
  await storeChoice(conversation, { name, model: model.model, isPending: false }, deps, at);
}

/** Agent servers keep the first model of each usage id and ignore later ones. */
async function sendLlm(agent: Agent, llm: Record<string, unknown>): Promise<void> {
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

async function storeChoice(
  { owner_id, conversation_id }: Conversation,
  choice: Choice,
  deps: SendModelDeps,
  sentAt?: string,
): Promise<void> {
  const sent = sentAt === undefined ? {} : { llm_refused: false, llm_sent_at: sentAt };
  const change = { llm_model: choice.model, llm_profile: choice.name, llm_profile_pending: choice.isPending, ...sent };
  await deps.conversations.update(owner_id, conversation_id, change, timestamp(deps.now()));
}

/** False also without a sandbox: the conversation then continues in a new one, with the model of its row. */
function isRunning(sandbox: Sandbox | undefined): boolean {
  if (!sandbox || apiStatus(sandbox) === 'MISSING' || apiStatus(sandbox) === 'PAUSED') return false;
  return apiStatus(requireUsable(sandbox)) === 'RUNNING';
}

/**
 * Sends an agent the model that its conversation would start with now, as its provider refused the key or the owner
 * has changed the settings since. Does nothing for a program that has its own model.
 */
async function renewModel(agent: Agent, models: OwnerModels, deps: SendModelDeps): Promise<void> {
  const { conversation } = agent;
  const { owner_id, conversation_id, llm_profile, launched_agent_profile: launched } = conversation;
  if (conversation.agent_kind === 'acp') return;
  const at = timestamp(deps.now());
  const choice = { llmProfile: llm_profile ?? null, agentProfileId: launched?.agent_profile_id ?? null };
  const model = modelFor(conversation, await models.open({ ...choice, agentKind: null }));
  if (!model) return;
  await sendLlm(agent, agentLlm(model, `settings:${randomUUID()}`));
  const change = { llm_model: model.model, llm_profile_pending: false, llm_refused: false, llm_sent_at: at };
  await deps.conversations.update(owner_id, conversation_id, change, timestamp(deps.now()));
}

/** Undefined if the conversation keeps its model: the settings name another one, and its provider accepts its key. */
function modelFor(conversation: Conversation, current: StartModel): StartModel | undefined {
  const { llm_model: own, llm_model_by: by, llm_profile: profile, llm_refused: isRefused } = conversation;
  if (own === null || own === current.model || profile) return current;
  // The key of one provider is of no use at another.
  if (by === 'user' && providerOf(own) === providerOf(current.model)) return { ...current, model: own };
  return isRefused ? current : undefined;
}

/** Before a message, gives an agent whose model's provider refused the key the model of the settings. */
export function modelRenewal(deps: SendModelDeps): RenewModel {
  return async (agent) => {
    const { owner_id, llm_refused: isRefused } = agent.conversation;
    if (isRefused)
      await orLogged(agent.conversation, async () => renewModel(agent, await deps.models.ofOwner(owner_id), deps));
  };
}

export interface RenewDeps extends SendModelDeps {
  readonly conversations: Pick<ConversationStore, 'find' | 'update'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

/**
 * Repeats a run whose key was refused after its owner had changed the settings: the agent did not have them yet, as
 * clients can send messages to the agent itself.
 */
export async function repeatRefusedRun(ownerId: string, conversationId: string, deps: RenewDeps): Promise<void> {
  const conversation = await deps.conversations.find(ownerId, conversationId);
  if (!conversation?.llm_refused) return;
  await orLogged(conversation, async () => {
    const models = await deps.models.ofOwner(ownerId);
    const refusedAt = conversation.state_times?.llm_refused ?? '';
    if (!isOutdated(conversation, models) || refusedAt < models.changedAt) return;
    const agent = await agentOf(conversation, await sandboxNow(conversation, deps), deps.keys);
    await renewModel(agent, models, deps);
    await askAgent(agent, { method: 'POST', path: `${agent.path}/run` });
  });
}

/** Whether the settings were changed after the agent got them. */
function isOutdated({ llm_sent_at: sent, created_at: created }: Conversation, { changedAt }: OwnerModels): boolean {
  return changedAt > (sent ?? created);
}

async function sandboxNow(conversation: Conversation, { sandboxes }: Pick<RenewDeps, 'sandboxes'>) {
  return sandboxOf(conversation, await sandboxes.find(conversation.owner_id, conversation.sandbox_id));
}

export interface PendingModelDeps extends RenewDeps {
  readonly conversations: Pick<ConversationStore, 'find' | 'update' | 'list'>;
}

/**
 * Sends the agents of a resumed sandbox the models that their owner chose or changed meanwhile.
 *
 * @param hasTime what is left, with a slow agent, is done at the next resume
 */
export async function applyPendingModels(
  ownerId: string,
  sandboxId: string,
  hasTime: () => boolean,
  deps: PendingModelDeps,
): Promise<void> {
  let models: OwnerModels | undefined;
  for await (const page of conversationsIn(ownerId, sandboxId, deps.conversations)) {
    for (const conversation of page) {
      if (!hasTime()) return;
      models ??= await deps.models.ofOwner(ownerId);
      if (conversation.llm_profile_pending) await apply(conversation, deps);
      else if (conversation.llm_refused || isOutdated(conversation, models)) await renew(conversation, models, deps);
    }
    if (!hasTime()) return;
  }
}

/** After a failure, the conversation keeps its previous model, and the next resume tries the choice again. */
async function apply(conversation: Conversation, deps: PendingModelDeps): Promise<void> {
  const { owner_id, llm_profile: name } = conversation;
  if (!name) return;
  await orLogged(conversation, async () => {
    const model = await deps.models.modelOf(owner_id, name);
    await sendModel(conversation, await sandboxNow(conversation, deps), { name, model }, deps);
  });
}

async function renew(conversation: Conversation, models: OwnerModels, deps: PendingModelDeps): Promise<void> {
  await orLogged(conversation, async () =>
    renewModel(await agentOf(conversation, await sandboxNow(conversation, deps), deps.keys), models, deps),
  );
}

/** A failure leaves the row as it is, so that a later message or resume tries again. */
async function orLogged({ owner_id, conversation_id }: Conversation, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn('agent did not get the language model of its owner', { owner_id, conversation_id, error });
  }
}
