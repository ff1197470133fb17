import { choiceOfConversation, currentModel } from '../../conversations/record/current-model.ts';
import { chosen } from '../../settings/chosen-settings.ts';
import { linkedModel, llmOf, textOf } from '../../settings/language-model.ts';
import { type ModelDeps, openModel } from '../../settings/model-reader.ts';
import type { OwnerSettings } from '../../settings/settings-store.ts';
import type { StartChoice, StartModel } from '../../settings/start-settings.ts';
import type { ModelCaller } from '../keys/model-caller.ts';

/** The model that a conversation uses now. */
export interface CallerModel {
  /** Decrypted, with the key of its provider. */
  readonly model: StartModel;
  /** The name of its model profile; null for the model of the settings. */
  readonly profile: string | null;
}

/**
 * The model of a conversation, from the rows of its key: a change of its profile or of the settings applies to the next
 * request. Decrypts, and reads nothing else.
 *
 * @throws NotFoundError if the agent profile of the conversation was deleted; AppError `unavailable`
 */
export async function modelOfCaller(
  { conversation, settings }: Pick<ModelCaller, 'conversation' | 'settings'>,
  deps: ModelDeps,
): Promise<CallerModel> {
  const choice = choiceOfConversation(conversation);
  const { settings: own } = chosen(settings, choice);
  const current = await openModel(settings.owner_id, linkedModel(llmOf(own), own), deps);
  return { model: currentModel(conversation, current), profile: profileOf(settings, choice) };
}

function profileOf(settings: OwnerSettings, { llmProfile, agentProfileId }: StartChoice): string | null {
  if (settings.profiles.some(({ name }) => name === llmProfile)) return llmProfile;
  const agent = settings.agent_profiles.find(({ id }) => id === agentProfileId);
  return agent ? textOf(agent.fields.llm_profile_ref) : settings.active_profile;
}
