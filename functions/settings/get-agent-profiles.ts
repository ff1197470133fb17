import { getAgentProfiles as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { agentProfileSummary } from '../../shared/domain/settings/agent-profiles.ts';
import type { ReadDeps } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const getAgentProfiles = implement(endpoint, async ({ caller }, { settings }: ReadDeps) => {
  const stored = await settings.find(caller.ownerId);
  return {
    profiles: (stored?.agent_profiles ?? []).map(agentProfileSummary),
    active_agent_profile_id: stored?.active_agent_profile_id ?? null,
  };
});

export const handler = serve(getAgentProfiles, (granted) => ({ settings: settingsStore(granted) }));
