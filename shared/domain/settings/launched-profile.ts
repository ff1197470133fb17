import { badField } from '../../platform/errors.ts';
import { kindOf } from './agent-profiles.ts';
import type { SettingsStore } from './settings-store.ts';

const FIELD = ['agent_profile_id'];
const REFUSAL = 'unknown_profile';

/** The agent that a conversation is started with, as its row keeps it. */
export interface LaunchedProfile {
  readonly agent_profile_id: string;
  readonly revision: number;
}

/**
 * The agent profile of a start request, which its owner must have with its language model.
 *
 * @throws AppError `validation_failed` naming the field
 */
export async function launchedProfile(
  ownerId: string,
  id: string | null,
  deps: { readonly settings: Pick<SettingsStore, 'find'> },
): Promise<LaunchedProfile | null> {
  if (id === null) return null;
  const profile = await findAgentProfile(ownerId, id, deps);
  if (!profile) throw badField(FIELD, 'Unknown agent profile. Use the ID of one of your agent profiles.', REFUSAL);
  if (!profile.hasModel) {
    throw badField(
      FIELD,
      `The language model of agent profile '${profile.name}' does not exist. Choose another model for it.`,
      REFUSAL,
    );
  }
  return { agent_profile_id: profile.id, revision: profile.revision };
}

/** Which agent a conversation was started with. */
interface FoundAgentProfile {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly agentKind: 'openhands' | 'acp';
  /** Whether the language model that it names is there; an ACP agent names none. */
  readonly hasModel: boolean;
}

/** @returns undefined also for another owner's: any other answer would confirm that the id exists. */
export async function findAgentProfile(
  ownerId: string,
  id: string,
  { settings }: { readonly settings: Pick<SettingsStore, 'find'> },
): Promise<FoundAgentProfile | undefined> {
  const stored = await settings.find(ownerId);
  const profile = stored?.agent_profiles.find((known) => known.id === id);
  if (!stored || !profile) return undefined;
  const agentKind = kindOf(profile.fields);
  const hasModel = agentKind === 'acp' || stored.profiles.some(({ name }) => name === profile.fields.llm_profile_ref);
  return { id: profile.id, name: profile.name, revision: profile.revision, agentKind, hasModel };
}
