import { getAgentProfiles as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { agentProfileSummary } from '../../shared/domain/settings/agent-profiles.ts';
import type { SettingsStore } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

interface Deps {
  readonly settings: Pick<SettingsStore, 'find'>;
}

export const getAgentProfiles = implement(endpoint, async ({ caller }, { settings }: Deps) => {
  const stored = await settings.find(caller.ownerId);
  return {
    profiles: (stored?.agent_profiles ?? []).map(agentProfileSummary),
    active_agent_profile_id: stored?.active_agent_profile_id ?? null,
  };
});

export const handler = serve(getAgentProfiles, (granted) => ({ settings: settingsStore(granted) }));
