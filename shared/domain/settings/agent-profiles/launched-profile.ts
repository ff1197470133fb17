import { badField } from '../../../platform/errors/bad-field.ts';
import type { SettingsStore } from '../settings-store.ts';
import { findAgentProfile } from './find-agent-profile.ts';

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
  if (!profile) throw badField(FIELD, 'there is no agent profile with this id', REFUSAL);
  if (!profile.hasModel) {
    throw badField(FIELD, `the language model of agent profile '${profile.name}' is not there`, REFUSAL);
  }
  return { agent_profile_id: profile.id, revision: profile.revision };
}
