import { getAgentProfile as endpoint } from '../../shared/contract/settings/agent-profiles.ts';
import { agentProfileOf, shownAgentProfile } from '../../shared/domain/settings/agent-profiles.ts';
import { type ReadDeps, settingsOf } from '../../shared/domain/settings/settings-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

export const getAgentProfile = implement(endpoint, async ({ params: { name }, caller }, deps: ReadDeps) => {
  const current = await settingsOf(caller.ownerId, deps);
  return { name, profile: shownAgentProfile(agentProfileOf(current, name)) };
});

export const handler = serve(getAgentProfile, (granted) => ({ settings: settingsStore(granted) }));
