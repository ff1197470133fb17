import { agentOf } from '../../conversations/agent/reach-agent.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { sandboxOf } from '../../conversations/record/conversation-homes.ts';
import { type ConversationStore, conversationsIn } from '../../conversations/record/conversation-store.ts';
import { askAgent } from '../../sandboxes/agent/ask-agent.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import type { OwnerModels } from '../../settings/model-reader.ts';
import { orLogged, renewModel, type SendModelDeps, sendModel } from './send-model.ts';

export interface RenewDeps extends SendModelDeps {
  readonly conversations: Pick<ConversationStore, 'find' | 'update'>;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
}

/**
 * Repeats a run whose key was refused after its owner had changed the settings: the agent did not have them yet, as
 * clients can send messages to the agent itself. The same for a request to a model that was switched away from.
 */
export async function repeatRefusedRun(ownerId: string, conversationId: string, deps: RenewDeps): Promise<void> {
  const conversation = await deps.conversations.find(ownerId, conversationId);
  if (!conversation?.llm_refused) return;
  await orLogged(conversation, async () => {
    const models = await deps.models.ofOwner(ownerId);
    const refusedAt = conversation.state_times?.llm_refused ?? '';
    const isChanged = isOutdated(conversation, models) && refusedAt >= models.changedAt;
    if (!isChanged && !conversation.llm_outdated) return;
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
 * @param also what else to do for each conversation
 */
export async function applyPendingModels(
  ownerId: string,
  sandboxId: string,
  hasTime: () => boolean,
  deps: PendingModelDeps,
  also: (conversation: Conversation) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
  let models: OwnerModels | undefined;
  for await (const page of conversationsIn(ownerId, sandboxId, deps.conversations)) {
    for (const conversation of page) {
      if (!hasTime()) return;
      models ??= await deps.models.ofOwner(ownerId);
      if (conversation.llm_profile_pending) await apply(conversation, deps);
      else if (await needsModel(conversation, sandbox, models, deps)) await renew(conversation, models, deps);
      await also(conversation);
    }
    if (!hasTime()) return;
  }
}

/** Whether the agent lacks the newest settings, or a valid key for the model broker, such as after a rotation. */
async function needsModel(
  conversation: Conversation,
  found: Sandbox | undefined,
  models: OwnerModels,
  { agentModels }: PendingModelDeps,
): Promise<boolean> {
  if (conversation.llm_refused || isOutdated(conversation, models)) return true;
  const sandbox = sandboxOf(conversation, found);
  return sandbox !== undefined && !(await agentModels.hasAccess(conversation, sandbox));
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
