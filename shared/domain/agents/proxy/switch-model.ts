import { type AgentDeps, requireHome, requireUsable } from '../../conversations/agent/reach-agent.ts';
import { homeOf } from '../../conversations/record/conversation-homes.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import { type SendModelDeps, sendModel, storeChoice } from './send-model.ts';

export interface SwitchDeps extends SendModelDeps, AgentDeps {}

/**
 * Switches a conversation to another model of its owner. A running agent receives it at once. Otherwise the row keeps
 * the choice for the next start or resume.
 *
 * @throws NotFoundError for an unknown conversation or profile; DirectModelError; AppError where the agent refuses it
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
  deps.agentModels.requireKnown(model);
  if (isRunning(homeOf(home))) return sendModel(conversation, homeOf(home), { name, model }, deps);
  await storeChoice(conversation, { name, model: model.model, isPending: true }, deps);
  // If the sandbox started in between, its worker may have looked for the choice before the write.
  const now = homeOf(await requireHome(ownerId, conversationId, deps));
  if (isRunning(now)) await sendModel(conversation, now, { name, model }, deps);
}

/** False also without a sandbox: the conversation then continues in a new one, with the model of its row. */
function isRunning(sandbox: Sandbox | undefined): boolean {
  if (!sandbox || apiStatus(sandbox) === 'MISSING' || apiStatus(sandbox) === 'PAUSED') return false;
  return apiStatus(requireUsable(sandbox)) === 'RUNNING';
}
