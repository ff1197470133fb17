import type { SettingsStore } from '../settings-store.ts';
import { kindOf } from './agent-profiles.ts';

/** Which agent a conversation was started with. */
export interface FoundAgentProfile {
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
