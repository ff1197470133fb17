import { inferredProvider, providerOf } from '../../settings/language-model.ts';
import { hasNoSecrets, type StartChoice, type StartModel } from '../../settings/start-settings.ts';
import type { Conversation } from './conversation.ts';

type Chosen = Pick<Conversation, 'llm_model' | 'llm_model_by' | 'llm_profile' | 'llm_refused'>;

/**
 * The model of a conversation: what its owner's settings have now, with the model of its row. After a switch to a
 * model profile, that is the profile's, as its key and URL belong to it.
 *
 * @param current the model of the settings or of the conversation's profile
 */
export function currentModel(
  { llm_model: own, llm_model_by: by, llm_profile, llm_refused }: Chosen,
  current: StartModel,
) {
  if (own === null || own === current.model || llm_profile) return current;
  // The key of one provider is of no use at another. Without one, the choice stays: a key can be saved later.
  const isChoice = by === 'user' && hasNoSecrets(current);
  const isServed = isChoice || current.baseUrl !== null || isOfSameProvider(own, current.model);
  const isLeft = by !== 'user' && llm_refused === true;
  return isServed && !isLeft ? { ...current, model: own } : current;
}

/** Whether the key for one model is a key for the other. */
export function isOfSameProvider(one: string, other: string): boolean {
  const [first, second] = [one, other].map((model) => providerOf(model) || (inferredProvider(model) ?? ''));
  return first === second;
}

/** The choice of a conversation among the models of its owner. */
export function choiceOfConversation({
  llm_profile: profile,
  launched_agent_profile: launched,
}: Pick<Conversation, 'llm_profile' | 'launched_agent_profile'>): StartChoice {
  return { llmProfile: profile ?? null, agentProfileId: launched?.agent_profile_id ?? null, agentKind: null };
}
