import { getAgentProfile as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { agentProfileOf, shownAgentProfile } from '../../shared/domain/settings/agent-profiles.ts';
import { noSettings, type ReadDeps } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const getAgentProfile = implement(endpoint, async ({ params: { name }, caller }, { settings }: ReadDeps) => {
  const current = (await settings.find(caller.ownerId)) ?? noSettings(caller.ownerId);
  return { name, profile: shownAgentProfile(agentProfileOf(current, name)) };
});

export const handler = serve(getAgentProfile, (granted) => ({ settings: settingsStore(granted) }));
